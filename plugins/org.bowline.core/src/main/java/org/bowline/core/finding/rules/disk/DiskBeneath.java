/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.bowline.core.figures.Percent.percent;

import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import it.unimi.dsi.fastutil.ints.Int2ObjectOpenHashMap;
import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.VertexKind;
import org.bowline.core.order.Bisection;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What is beneath a disk that is none itself: a file of a loop device, the disks of a device mapper or of a RAID, or what a program serves, mostly on another host. Linux does not tell in its events which request of one became which of
 * another; that both serve at the same time is told. Who serves a far one is known by what is asked over the network while it has requests, by threads that issue these. O(requests × log requests + stretches of the disk × disks, and what is asked while each request of a far one is under way).
 */
public final class DiskBeneath {
    /** Names that Linux gives to devices that rest on others. */
    private static final Pattern RESTS_ON_OTHERS = Pattern.compile("(?:loop|dm-|md|drbd|bcache)\\d+.*");
    /** And to those that a program serves, mostly one of another host. */
    private static final Pattern FAR = Pattern.compile("(?:nbd|rbd)\\d+.*");
    /** Who is asked something for more of a device's requests than this serves it. */
    private static final double MOSTLY = 0.5;
    /** Of less of a device's time it is not told what is busy, too. */
    private static final double LEAST = 0.25;

    private DiskBeneath() {}

    /** A sentence for each disk among some vertices that rests on others, with a space before it; empty if there is none, or no other is busy meanwhile. */
    public static String sentences(Analysis analysis, int[] vertices) {
        StringBuilder all = new StringBuilder();
        for (int vertex : vertices) {
            String name = analysis.timeline().kind(vertex) == VertexKind.DISK ? analysis.timeline().vertexName(vertex) : "";
            if (RESTS_ON_OTHERS.matcher(name).matches()) {
                all.append(sentence(analysis, vertex, false));
            } else if (FAR.matcher(name).matches()) {
                all.append(sentence(analysis, vertex, true));
            }
        }
        return all.toString();
    }

    private static String sentence(Analysis analysis, int disk, boolean far) {
        Timeline timeline = analysis.timeline();
        TimeUnion[] busy = busy(analysis);
        TimeUnion own = busy[disk - timeline.threadCount()];
        if (own == null || own.nanos() == 0) {
            return "";
        }
        IntOpenHashSet servers = far ? servers(analysis, disk) : new IntOpenHashSet();
        BitSet theirDisks = disksOf(timeline, servers);
        int beneath = Timeline.NONE;
        double most = 0;
        double clearest = 0;
        for (int other = timeline.threadCount(); other < timeline.vertexCount(); other++) {
            TimeUnion theirs = busy[other - timeline.threadCount()];
            if (other == disk || theirs == null || !isComparable(analysis, disk, other, own, far)) {
                continue;
            }
            long[] both = {0};
            own.each(analysis.fromNanos(), analysis.toNanos(), (begin, end) -> both[0] += theirs.nanos(begin, end));
            double share = (double) both[0] / own.nanos();
            // a disk that always serves something does so then, too; of who is asked for the requests it is the one
            double clear = far && !theirDisks.get(other) ? share - (double) theirs.nanos() / analysis.rangeNanos() : share;
            if (clear > clearest) {
                beneath = other;
                most = share;
                clearest = clear;
            }
        }
        return most < LEAST || far && clearest < LEAST ? ""
                : told(analysis, disk, far, theirDisks.get(beneath) ? servers : new IntOpenHashSet(), beneath, most);
    }

    /** @param servers who serves it and uses the one beneath, as far as that is known */
    private static String told(Analysis analysis, int disk, boolean far, IntOpenHashSet servers, int beneath, double share) {
        boolean known = !servers.isEmpty();
        return ' ' + upper(analysis.phrase(disk))
                + (known ? " is served by " + PoolNames.list(analysis, servers.intStream().sorted().toArray())
                        : (far ? " is served by a program, mostly of another host" : " rests on another one") + ", as its name tells")
                + ": in " + percent(share) + " of the time for which it serves requests, " + analysis.phrase(beneath)
                + (known ? ", which that program uses, does, too." : " does, too.");
    }

    /**
     * Who serves a far disk: the threads of the process that those who issue its requests ask over connections, for most of these while the request is under way and until it is done. Of what a thread asks for itself as others use the
     * disk, this is not so.
     */
    private static IntOpenHashSet servers(Analysis analysis, int disk) {
        Timeline timeline = analysis.timeline();
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        Int2ObjectOpenHashMap<IntArrayList> byClient = byClient(asked);
        Map<Long, Serves> byProcess = new TreeMap<>();
        int all = 0;
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (timeline.requestDisk(request) != disk || timeline.requestIssued(request) >= analysis.toNanos()
                    || timeline.requestCompleted(request) <= analysis.fromNanos()) {
                continue;
            }
            all++;
            IntArrayList questions = byClient.getOrDefault(timeline.requestIssuer(request), IntArrayList.of());
            long issued = timeline.requestIssued(request);
            long completed = timeline.requestCompleted(request);
            for (int i = Bisection.first(0, questions.size(), k -> asked.sent(questions.getInt(k)) >= issued); i < questions.size()
                    && asked.sent(questions.getInt(i)) < completed; i++) {
                int question = questions.getInt(i);
                if (asked.received(question) <= completed) {
                    byProcess.computeIfAbsent(process(timeline, asked.server(question)), process -> new Serves())
                            .add(request, asked.server(question));
                }
            }
        }
        int most = all;
        return byProcess.values().stream().filter(serves -> serves.requests > MOSTLY * most)
                .max(Comparator.comparingInt(serves -> serves.requests)).map(serves -> serves.threads).orElseGet(IntOpenHashSet::new);
    }

    /** What each thread asks over connections, in the order in which it does. */
    private static Int2ObjectOpenHashMap<IntArrayList> byClient(AskedRequests asked) {
        Int2ObjectOpenHashMap<IntArrayList> byClient = new Int2ObjectOpenHashMap<>();
        for (int i = 0; i < asked.size(); i++) {
            if (asked.client(i) != Timeline.NONE) {
                byClient.computeIfAbsent(asked.client(i), client -> new IntArrayList()).add(i);
            }
        }
        byClient.values().forEach(questions -> questions.sort((one, other) -> Long.compare(asked.sent(one), asked.sent(other))));
        return byClient;
    }

    /** Of how many requests of a disk a process is asked something meanwhile, and its threads that answer. */
    private static final class Serves {
        private final IntOpenHashSet threads = new IntOpenHashSet();
        private int requests;
        private int last = Timeline.NONE;

        void add(int request, int server) {
            requests += request == last ? 0 : 1;
            last = request;
            threads.add(server);
        }
    }

    /** The disks of which a process issues requests: that of some threads of it. */
    private static BitSet disksOf(Timeline timeline, IntOpenHashSet threads) {
        BitSet disks = new BitSet();
        if (!threads.isEmpty()) {
            long process = process(timeline, threads.iterator().nextInt());
            for (int request = 0; request < timeline.requestCount(); request++) {
                int issuer = timeline.requestIssuer(request);
                if (issuer != Timeline.NONE && process(timeline, issuer) == process) {
                    disks.set(timeline.requestDisk(request));
                }
            }
        }
        return disks;
    }

    /** Equal for threads of a process; of one of which it is not known its own. */
    private static long process(Timeline timeline, int thread) {
        int pid = timeline.pid(thread);
        return pid < 0 ? -1L - thread : (long) timeline.host(thread) << Integer.SIZE | pid;
    }

    /** Whether one can be beneath the other: on the same host, or where it may be far, on one whose clock is so well known that requests can be compared. */
    private static boolean isComparable(Analysis analysis, int disk, int other, TimeUnion own, boolean far) {
        int host = analysis.timeline().host(disk);
        int there = analysis.timeline().host(other);
        if (host == there || !far) {
            return host == there;
        }
        long[] stretches = {0};
        own.each(analysis.fromNanos(), analysis.toNanos(), (begin, end) -> stretches[0]++);
        long error = PacketWays.errorNanos(analysis, host, there, analysis.fromNanos(), analysis.toNanos());
        return error < own.nanos() / Math.max(1, stretches[0]) / 2;
    }

    /** When each vertex that is no thread serves requests; null if it never does. */
    private static @Nullable TimeUnion[] busy(Analysis analysis) {
        Timeline timeline = analysis.timeline();
        TimeUnion[] busy = new TimeUnion[timeline.vertexCount() - timeline.threadCount()];
        for (int request = 0; request < timeline.requestCount(); request++) {
            if ((request & 0xFFFF) == 0) {
                analysis.progress().check();
            }
            int disk = timeline.requestDisk(request) - timeline.threadCount();
            if (timeline.requestIssued(request) < analysis.toNanos() && timeline.requestCompleted(request) > analysis.fromNanos()) {
                if (busy[disk] == null) {
                    busy[disk] = new TimeUnion(analysis.fromNanos(), analysis.toNanos());
                }
                busy[disk].add(timeline.requestIssued(request), timeline.requestCompleted(request));
            }
        }
        for (TimeUnion some : busy) {
            if (some != null) {
                some.index();
            }
        }
        return busy;
    }

    private static String upper(String phrase) {
        return Character.toUpperCase(phrase.charAt(0)) + phrase.substring(1);
    }
}
