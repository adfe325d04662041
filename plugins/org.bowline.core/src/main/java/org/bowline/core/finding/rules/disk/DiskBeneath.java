/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.disk;

import static org.bowline.core.figures.Percent.percent;

import java.util.BitSet;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.AskedRequests;
import org.bowline.core.analysis.PacketWays;
import org.bowline.core.finding.rules.waits.PoolNames;
import org.bowline.core.model.VertexKind;
import org.bowline.core.timeline.TimeUnion;
import org.bowline.core.timeline.Timeline;

/**
 * What is beneath a disk that is none itself: a file of a loop device, the disks of a device mapper or of a RAID, or what a program serves, mostly on another host. Linux does not tell in its events which request of one became which of
 * another; that both serve at the same time is told. Who serves a far one is known by what is asked over the network while it has requests, by threads that issue these. O(requests × log requests + stretches of the disk × disks).
 */
public final class DiskBeneath {
    /** Names that Linux gives to devices that rest on others. */
    private static final Pattern RESTS_ON_OTHERS = Pattern.compile("(?:loop|dm-|md|drbd|bcache)\\d+.*");
    /** And to those that a program serves, mostly one of another host. */
    private static final Pattern FAR = Pattern.compile("(?:nbd|rbd)\\d+.*");
    /** For more of the time for which a question is open than this it is one for the device if that serves requests meanwhile. */
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
        IntOpenHashSet servers = far ? servers(analysis, disk, own) : new IntOpenHashSet();
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

    /** Who answers most of what those who issue requests of a disk ask over connections while it serves any: the threads of one process. Who waits for a disk asks for nothing else meanwhile. */
    private static IntOpenHashSet servers(Analysis analysis, int disk, TimeUnion own) {
        Timeline timeline = analysis.timeline();
        BitSet issuers = new BitSet();
        for (int request = 0; request < timeline.requestCount(); request++) {
            if (timeline.requestDisk(request) == disk && timeline.requestIssuer(request) != Timeline.NONE) {
                issuers.set(timeline.requestIssuer(request));
            }
        }
        AskedRequests asked = analysis.get(AskedRequests.RESULT);
        Map<Long, IntArrayList> byProcess = new TreeMap<>();
        for (int i = 0; i < asked.size(); i++) {
            int client = asked.client(i);
            long open = asked.answered(i) - asked.arrived(i);
            if (client != Timeline.NONE && issuers.get(client)
                    && own.nanos(asked.arrived(i), asked.answered(i)) > MOSTLY * open) {
                byProcess.computeIfAbsent(process(timeline, asked.server(i)), process -> new IntArrayList()).add(asked.server(i));
            }
        }
        return byProcess.values().stream().max(Comparator.comparingInt(IntArrayList::size)).map(IntOpenHashSet::new)
                .orElseGet(IntOpenHashSet::new);
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
