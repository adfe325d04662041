/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules;

import static org.bowline.core.model.Words.number;

import it.unimi.dsi.fastutil.ints.Int2LongOpenHashMap;
import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;

/**
 * Threads that have asked for more than one thing at a time, as event loops do: whichever answer comes next ends their waits, so the wait-for graph does not tell how much waits for whom.
 */
final class OpenRequests {
    /** Of whom so many or more are open on average looks after several at a time; of fewer the wait-for graph tells enough. */
    private static final double LEAST_OPEN = 2;
    /** Who answers less of the time than this is not named. */
    private static final double LEAST_OF_ANSWERS = 0.1;

    /** By who answers them, for how long requests are open. */
    private final Int2LongOpenHashMap byServer = new Int2LongOpenHashMap();
    private long nanos;

    private OpenRequests() {}

    /** A sentence with a space before it for each of some vertices that is such a thread; else empty. O(vertices + requests). */
    static String sentences(Analysis analysis, int[] vertices) {
        AskedRequests requests = analysis.get(AskedRequests.RESULT);
        Int2ObjectOpenHashMap<OpenRequests> byClient = new Int2ObjectOpenHashMap<>();
        for (int vertex : vertices) {
            byClient.put(vertex, new OpenRequests());
        }
        for (int i = 0; i < requests.size(); i++) {
            OpenRequests of = byClient.get(requests.client(i));
            if (of != null && requests.server(i) != requests.client(i)) {
                of.add(requests.server(i),
                        Math.min(requests.answered(i), analysis.toNanos()) - Math.max(requests.arrived(i), analysis.fromNanos()));
            }
        }
        StringBuilder all = new StringBuilder();
        for (int vertex : vertices) {
            all.append(byClient.get(vertex).sentence(analysis, vertex));
        }
        return all.toString();
    }

    private void add(int server, long open) {
        if (open > 0) {
            nanos += open;
            byServer.addTo(server, open);
        }
    }

    private String sentence(Analysis analysis, int thread) {
        double open = (double) nanos / analysis.rangeNanos();
        if (open < LEAST_OPEN) {
            return "";
        }
        double least = LEAST_OF_ANSWERS * nanos;
        int[] servers = byServer.keySet().intStream().filter(server -> byServer.get(server) >= least).sorted().toArray();
        return ' ' + analysis.phrase(thread) + " has " + number(open) + " requests open at a time, on average; "
                + PoolNames.list(analysis, servers) + (servers.length == 1 ? " answers them." : " answer them.");
    }
}
