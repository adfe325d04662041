/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.bowline.core.figures.Percent.percent;
import static org.bowline.core.model.Words.number;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.Words;
import org.bowline.core.timeline.Kin;

/**
 * Threads that have asked for more than one thing at a time, as event loops do: whichever answer comes next ends their waits, so the wait-for graph does not tell how much waits for whom.
 */
public final class OpenRequests {
    /** Of whom so many or more are open on average looks after several at a time; of fewer the wait-for graph tells enough. */
    private static final double LEAST_OPEN = 2;
    /** From the first request to the last it is this share of the range, or it is told how much. */
    private static final double NEARLY_ALL = 0.9;
    /** Who answers less of the time than this is not named. */
    private static final double LEAST_OF_ANSWERS = 0.1;

    /** By the vertex that answers them, for how long requests are open. */
    private final Int2LongOpenHashMap byServer = new Int2LongOpenHashMap();
    private long nanos;
    private long firstNanos = Long.MAX_VALUE;
    private long lastNanos = Long.MIN_VALUE;

    private OpenRequests() {}

    /** A sentence with a space before it for each of some vertices that is such a thread; else empty. O(vertices + requests). */
    public static String sentences(Analysis analysis, int[] vertices) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        Int2ObjectOpenHashMap<OpenRequests> byClient = new Int2ObjectOpenHashMap<>();
        for (int vertex : vertices) {
            byClient.put(vertex, new OpenRequests());
        }
        for (int i = 0; i < requests.size(); i++) {
            int client = analysis.graph().groups().vertex(requests.client(i));
            int server = analysis.graph().groups().vertex(requests.server(i));
            OpenRequests of = byClient.get(client);
            if (of != null && server != client) {
                of.add(server, Math.max(requests.arrived(i), analysis.fromNanos()),
                        Math.min(requests.wholeAnswered(i), analysis.toNanos()));
            }
        }
        StringBuilder all = new StringBuilder();
        for (int vertex : vertices) {
            all.append(byClient.get(vertex).sentence(analysis, vertex));
        }
        return all.toString();
    }

    private void add(int server, long from, long to) {
        if (from < to) {
            nanos += to - from;
            byServer.addTo(server, to - from);
            firstNanos = Math.min(firstNanos, from);
            lastNanos = Math.max(lastNanos, to);
        }
    }

    /** How many are open on average, from the first to the last, as where it is told how many wait for workers or connections. */
    private double open(long ofNanos) {
        return (double) ofNanos / (lastNanos - firstNanos);
    }

    private String sentence(Analysis analysis, int vertex) {
        if (nanos < LEAST_OPEN * analysis.rangeNanos()) {
            return "";
        }
        String has = ' ' + analysis.phraseOfGraph(vertex) + (isOne(analysis, vertex) ? " has " : " have ") + number(open(nanos))
                + " requests open at a time, on average" + part(analysis);
        List<IntArrayList> answer = answering(analysis);
        if (answer.isEmpty()) {
            return has + '.'; // each of many answers little
        }
        if (answer.size() == 1) {
            int[] servers = answer.get(0).toIntArray();
            return has + "; " + PoolNames.list(analysis, servers)
                    + (servers.length == 1 && isOne(analysis, servers[0]) ? " answers them." : " answer them.");
        }
        return has + ", " + Words.list(answer.stream().map(servers -> number(open(nanos(servers)))
                + " of them at " + PoolNames.list(analysis, servers.toIntArray())).toList(), "and") + '.';
    }

    /** Where that is not from begin to end of the range. */
    private String part(Analysis analysis) {
        double part = (double) (lastNanos - firstNanos) / analysis.rangeNanos();
        return part >= NEARLY_ALL ? "" : " over " + percent(part) + " of the range";
    }

    private static boolean isOne(Analysis analysis, int vertex) {
        return analysis.graph().groups().of(vertex) == null;
    }

    private long nanos(IntArrayList servers) {
        return servers.intStream().mapToLong(byServer::get).sum();
    }

    /** Who answers, threads of one name together, those with the most open requests first. */
    private List<IntArrayList> answering(Analysis analysis) {
        Map<String, IntArrayList> byName = new TreeMap<>();
        byServer.keySet().intStream().sorted().forEach(server -> byName
                .computeIfAbsent(isOne(analysis, server) ? Kin.of(analysis.timeline(), server) : "vertex " + server,
                        key -> new IntArrayList())
                .add(server));
        return byName.values().stream().filter(servers -> nanos(servers) >= LEAST_OF_ANSWERS * nanos)
                .sorted(Comparator.comparingLong((IntArrayList servers) -> -nanos(servers)).thenComparingInt(servers -> servers.getInt(0)))
                .toList();
    }
}
