/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;

import org.jspecify.annotations.Nullable;

import org.bowline.core.column.IntColumn;
import org.bowline.core.figures.Duration;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.Caveat.Severity;
import org.bowline.core.model.VertexKind;
import org.bowline.core.model.Words;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.PacketLog;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;

/**
 * Joins the logs of all hosts into one {@link Timeline}: times through the clock map, packets to their senders. O(segments + packets).
 */
public final class TimelineAssembler {
    private static final int NONE = SegmentLog.NONE;
    private static final int POLL_MASK = (1 << 16) - 1;

    /** The kernel's unit, whatever the disk's is. */
    private static final int BYTES_PER_SECTOR = 512;
    private static final int MOST_SECTORS = Integer.MAX_VALUE / BYTES_PER_SECTOR;

    private final List<HostLog> logs;
    private final SyncResult sync;
    private final ClockMap clocks;
    private final TimelineBuilder builder = new TimelineBuilder();
    private final JoinedVertices vertices;
    private final Connections connections;
    /** The builder's frame of each packet of each host that was sent, or NONE. */
    private final IntColumn[] frames;
    /** By host, where each of its packets was last seen there; null if none crossed several interfaces. */
    private final @Nullable IntColumn[] last;
    private final UnmatchedPackets unmatched;
    private final IntUnaryOperator workers;

    private TimelineAssembler(List<HostLog> logs, SyncResult sync, IntUnaryOperator workers) {
        this.logs = logs;
        this.workers = workers;
        this.sync = sync;
        this.clocks = sync.clocks();
        unmatched = new UnmatchedPackets(logs, clocks);
        vertices = new JoinedVertices(logs, sync, builder);
        connections = new Connections(logs.stream().map(HostLog::packets).toList());
        frames = new IntColumn[logs.size()];
        last = logs.stream().map(log -> last(log.packets)).toArray(IntColumn[]::new);
    }

    /**
     * The timeline of all hosts; hosts are numbered as in the list, which is that of the synchronisation. What the logs hold is let go as it is joined, so that it is not in memory twice: they are of no use afterwards.
     */
    public static Timeline assemble(List<HostLog> logs, SyncResult sync, Progress progress) {
        return assemble(logs, sync, progress, SegmentJoin::workers);
    }

    /** The same, with so many threads for a number of segments: what comes out does not depend on it. */
    static Timeline assemble(List<HostLog> logs, SyncResult sync, Progress progress, IntUnaryOperator workers) {
        return new TimelineAssembler(logs, sync, workers).run(progress);
    }

    private static @Nullable IntColumn last(PacketLog log) {
        if (!log.hasHops()) {
            return null;
        }
        IntColumn last = IntColumn.zeros(log.size());
        for (int i = 0; i < log.size(); i++) {
            last.set(i, i);
            last.set(log.origin(i), i);
        }
        return last;
    }

    private Timeline run(Progress progress) {
        for (int host = 0; host < logs.size(); host++) {
            progress.check();
            builder.host(logs.get(host).host);
            vertices.addThreads(host);
            vertices.addResources(host);
            addRecordings(host);
        }
        Range range = range();
        addFrames(progress);
        addResent(progress);
        for (int host = 0; host < logs.size(); host++) {
            addPackets(host, progress);
            addRequests(host, progress);
        }
        for (IntColumn ofPackets : frames) {
            ofPackets.letGo();
        }
        for (IntColumn ofPackets : last) {
            if (ofPackets != null) {
                ofPackets.letGo();
            }
        }
        for (int host = 0; host < logs.size(); host++) {
            progress.report("Joining hosts", (double) host / logs.size());
            SegmentLog segments = logs.get(host).segments;
            new SegmentJoin(vertices, unmatched, builder.segments(), clocks, host, segments, progress)
                    .run(workers.applyAsInt(segments.size()));
            addFutexes(host, progress);
            addCaveats(host);
            addOutside(host, range);
            letGo(host);
        }
        logs.forEach(log -> log.packets.letGo());
        unmatched.addCaveats(builder);
        return range == null ? builder.build() : builder.build(range.start(), range.end(), progress);
    }

    /** What of a host is in the builder by now; packets are also asked for by other hosts. */
    private void letGo(int host) {
        logs.get(host).segments.letGo();
        logs.get(host).futexes.letGo();
        vertices.letGo(host);
    }

    /** Reference time. */
    private record Range(long start, long end) {}

    /**
     * What the timeline is about: the recordings of the hosts of which threads and clock are known. Where there is none, those of all hosts whose
     * threads are known; else of all that have a time.
     */
    private @Nullable Range range() {
        Range range = range(host -> logs.get(host).recordings.length > 0 && hasClock(host));
        range = range != null ? range : range(host -> logs.get(host).recordings.length > 0);
        return range != null ? range : range(host -> true);
    }

    private boolean hasClock(int host) {
        SyncQuality quality = sync.hosts().get(host).quality();
        return host == sync.referenceHost() || (quality != SyncQuality.ABSENT && quality != SyncQuality.FAILED);
    }

    private @Nullable Range range(IntPredicate hosts) {
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int host = 0; host < logs.size(); host++) {
            if (logs.get(host).isTimed() && hosts.test(host)) {
                start = Math.min(start, clocks.toReference(host, logs.get(host).startNanos));
                end = Math.max(end, clocks.toReference(host, logs.get(host).endNanos));
            }
        }
        return start > end ? null : new Range(start, end);
    }

    private void addRecordings(int host) {
        long[] bounds = logs.get(host).recordings;
        for (int i = 0; i < bounds.length; i += 2) {
            builder.recording(host, clocks.toReference(host, bounds[i]), clocks.toReference(host, bounds[i + 1]));
        }
    }

    private static void poll(int count, Progress progress) {
        if ((count & POLL_MASK) == 0) {
            progress.check();
        }
    }

    /** What interfaces were given, host by host. */
    private void addFrames(Progress progress) {
        for (int host = 0; host < logs.size(); host++) {
            FrameLog log = logs.get(host).frames;
            PacketLog packets = logs.get(host).packets;
            boolean[] within = within(log, packets);
            int[] nics = new int[log.names().size()];
            Arrays.fill(nics, NONE);
            IntColumn ofPacket = IntColumn.filled(packets.size(), NONE);
            for (int i = 0; i < log.size(); i++) {
                poll(i, progress);
                int packet = log.packet.get(i);
                int nic = log.number.get(i);
                if (packet != NONE ? packets.isFollowed(packet) : within[nic]) {
                    continue; // a call within the kernel, as through the loopback interface
                }
                nics[nic] = nics[nic] == NONE ? builder.resource(host, VertexKind.NIC, log.names().get(nic)) : nics[nic];
                int sender = packet != NONE && packets.isHop(packet) ? packets.ref(packets.origin(packet)) : log.vertex.get(i);
                int frame = builder.frame(nics[nic], clocks.toReference(host, log.nanos.get(i)), log.bytes.get(i),
                        vertices.thread(host, sender));
                if (packet != NONE) {
                    ofPacket.set(packet, frame);
                }
            }
            frames[host] = ofPacket;
            log.letGo();
        }
    }

    /** By number, whether an interface only hands on to others of its host, as far as that can be told. */
    private static boolean[] within(FrameLog log, PacketLog packets) {
        boolean[] handsOn = new boolean[log.names().size()];
        boolean[] leaves = new boolean[handsOn.length];
        for (int i = 0; i < log.size(); i++) {
            if (log.packet.get(i) != NONE) {
                (packets.isFollowed(log.packet.get(i)) ? handsOn : leaves)[log.number.get(i)] = true;
            }
        }
        for (int nic = 0; nic < handsOn.length; nic++) {
            handsOn[nic] &= !leaves[nic];
        }
        return handsOn;
    }

    private void addResent(Progress progress) {
        ResentFates fates = new ResentFates(logs, sync, clocks, connections, progress);
        for (int host = 0; host < logs.size(); host++) {
            PacketLog log = logs.get(host).packets;
            Resent resent = logs.get(host).resent;
            for (int i = 0; i < resent.size(); i++) {
                poll(i, progress);
                int thread = vertices.sender(host, resent.before(i));
                if (thread != Timeline.NONE) {
                    long before = clocks.toReference(host, log.nanos(resent.before(i)));
                    long again = clocks.toReference(host, log.nanos(resent.again(i)));
                    builder.resent(thread, before, again, resent.opens(i), fates.of(host, i, before, again));
                }
            }
        }
        logs.forEach(log -> log.resent.letGo());
    }

    private void addPackets(int host, Progress progress) {
        PacketLog log = logs.get(host).packets;
        IntColumn numbers = IntColumn.filled(log.size(), NONE);
        for (int i = 0; i < numbers.size(); i++) {
            poll(i, progress);
            // what goes on from here to another interface arrives there, or leaves the host
            int send = log.isSent(i) || log.isFollowed(i) ? NONE : sync.matches().sendingPacket(host, i);
            if (send != NONE) {
                numbers.set(i, addPacket(host, i, sync.matches().sendingHost(host, i), send));
            }
        }
        IntColumn lastOf = last[host];
        for (int i = 0; i < numbers.size() && lastOf != null; i++) {
            if (log.isFollowed(i)) {
                numbers.set(i, numbers.get(lastOf.get(log.origin(i))));
            }
        }
        vertices.packets(host, numbers);
    }

    private int addPacket(int host, int i, int from, int send) {
        PacketLog log = logs.get(host).packets;
        long sent = clocks.toReference(from, logs.get(from).packets.nanos(send));
        int number = builder.packet(sent, clocks.toReference(host, log.nanos(i)), vertices.sender(from, send));
        IntColumn lastOfSender = last[from];
        if (!sync.matches().isPassedOn(host, i)) { // else it was given to an interface of another host behind that
            builder.packetFrame(number, frames[from].get(lastOfSender == null ? send : lastOfSender.get(send)));
        }
        builder.packetOpener(number, connections.opener(host, log, i));
        builder.packetConnection(number, connections.number(host, log, i));
        if (log.isEmpty(i)) {
            builder.packetIsEmpty(number);
        }
        if (log.acknowledges(i)) {
            builder.packetAcknowledges(number);
        }
        if (log.connects(i)) {
            builder.packetConnects(number);
        }
        if (log.isSmall(i)) {
            builder.packetIsSmall(number);
        }
        return number;
    }

    private void addRequests(int host, Progress progress) {
        HostLog log = logs.get(host);
        BlockRequests table = log.requests;
        IntColumn numbers = IntColumn.filled(table.size(), NONE);
        int forgotten = 0;
        for (int i = 0; i < numbers.size(); i++) {
            poll(i, progress);
            long issued = table.issued.get(i);
            if (issued == BlockRequests.PENDING) {
                continue; // it never reached the disk within the trace
            }
            long completed = table.completed.get(i);
            if (completed == BlockRequests.PENDING && issued < log.wholeSince()) {
                forgotten++; // its completion may be among the lost events
                continue;
            }
            // a request that is still on its way keeps the disk busy to the end
            long done = completed == BlockRequests.PENDING ? log.endNanos : completed;
            int number = builder.request(vertices.resource(host, table.disk.get(i)), vertices.thread(host, table.issuer.get(i)),
                    clocks.toReference(host, table.queued.get(i)), clocks.toReference(host, issued), clocks.toReference(host, done));
            builder.requestBytes(number, (int) Math.max(0, Math.min(MOST_SECTORS, table.whole.get(i))) * BYTES_PER_SECTOR);
            if (table.writes.get(i)) {
                builder.writes(number);
            }
            numbers.set(i, number);
        }
        vertices.requests(host, numbers);
        table.letGo();
        if (forgotten > 0) {
            builder.caveat(Caveat.of(Severity.INFO, log.host, "lost-requests", forgotten,
                    Words.count(forgotten, "block request was made before events were lost and has no completion in the trace; it is",
                            "block requests were made before events were lost and have no completion in the trace; they are")
                            + " left out."));
        }
    }

    private void addFutexes(int host, Progress progress) {
        HostLog log = logs.get(host);
        for (int i = 0; i < log.futexes.size(); i++) {
            poll(i, progress);
            long time = clocks.toReference(host, log.futexes.nanos(i));
            LockEvents.Kind kind = log.futexes.kind(i);
            if (kind.isLoss()) {
                builder.locks().lost(time, clocks.toReference(host, log.futexes.address(i)), host, kind);
                continue;
            }
            int thread = vertices.actor(host, log.futexes.thread(i));
            // of a thread whose process is not known nobody can say which addresses are the same
            if (thread != NONE && !log.threads.isIdle(thread) && log.threads.pid.getInt(thread) >= 0) {
                builder.locks().add(time, vertices.threads(host)[thread], kind, log.threads.pid.getInt(thread), log.futexes.address(i));
            }
        }
    }

    /** A host that has no clock may have been recorded at another time than the others, as far as can be told. */
    private void addOutside(int host, @Nullable Range range) {
        long[] bounds = logs.get(host).recordings;
        long outside = 0;
        for (int i = 0; i < bounds.length && range != null; i += 2) {
            long start = clocks.toReference(host, bounds[i]);
            long end = clocks.toReference(host, bounds[i + 1]);
            outside += end - start - Math.max(0, Math.min(end, range.end()) - Math.max(start, range.start()));
        }
        if (outside > 0) {
            String name = logs.get(host).host;
            builder.caveat(Caveat.of(Severity.WARNING, name, "recording-outside", outside,
                    Duration.duration(outside) + " of what was recorded of " + name
                            + " is not in the figures: as far as its clock can be trusted, it lies outside of the range of the hosts"
                            + " whose clocks are known. Analyse " + name + " by itself."));
        }
    }

    /** Nothing was lost later: who looks at what follows need not doubt it. */
    private void addLateBegin(int host) {
        LostIntervals.Tally late = logs.get(host).lost.late();
        if (late.count() > 0) {
            builder.caveat(new Caveat(Severity.WARNING, logs.get(host).host, "late-begin", late.count(),
                    clocks.toReference(host, late.first()), clocks.toReference(host, late.last()),
                    Words.count(late.count(), "stream of a processor begins", "streams of processors begin")
                            + " later than those of others, by up to " + Duration.duration(late.longestNanos())
                            + ", as where a flight recorder (--snapshot) has overwritten what was before; threads that may have run there are in"
                            + " state unknown until then. Larger buffers (--buffers) reach further back."));
        }
    }

    private void addCaveats(int host) {
        HostLog log = logs.get(host);
        HostLog.Counts counts = log.counts;
        addLateBegin(host);
        LostIntervals.Tally lost = log.lost.others();
        if (lost.count() > 0) {
            long events = lost.events();
            builder.caveat(new Caveat(Severity.WARNING, log.host, "lost-events", events, clocks.toReference(host, lost.first()),
                    clocks.toReference(host, lost.last()),
                    (events < 0 ? "An unknown number of events is missing in " : "The tracer lost " + Words.count(events, "event") + " in ")
                            + Words.count(lost.count(), "interval") + "; threads that they may concern are in state unknown there. "
                            + (events < 0 ? "They were lost by the tracer, or are in packets that are not there or could not be read."
                                    : "Record with larger or more sub-buffers.")));
        }
        if (log.unseen.length > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "unrecorded-processors", log.unseen.length, unseen(log.unseen)));
        }
        if (counts.wakings() == 0 && log.segments.size() > 0) {
            builder.caveat(Caveat.of(Severity.ERROR, log.host, "no-wake-ups", 0,
                    "The trace has no sched_waking or sched_wakeup events: nothing tells who ended a wait. Record them."));
        } else if (counts.waitsWithoutWaker() > 0) {
            builder.caveat(Caveat.of(Severity.INFO, log.host, "waits-without-wake-up", counts.waitsWithoutWaker(),
                    Words.count(counts.waitsWithoutWaker(), "wait ended without a wake-up in the trace; its target is unknown.",
                            "waits ended without a wake-up in the trace; their targets are unknown.")));
        }
        if (counts.contradictions() > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "contradicting-switches", counts.contradictions(),
                    Words.count(counts.contradictions(), "switch contradicts", "switches contradict")
                            + " those before; the threads' states are unknown in between. Events are probably missing."));
        }
        if (counts.repeated() > 0) {
            builder.caveat(Caveat.of(Severity.INFO, log.host, "repeated-switches", counts.repeated(),
                    Words.count(counts.repeated(), "switch was", "switches were")
                            + " recorded more than once, by several recordings at a time; each counts once."));
        }
        if (counts.silences() > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "silent-time", counts.silences(), silent(counts)));
        }
        addImpossible(log);
        if (counts.repairs() > 0) {
            builder.caveat(Caveat.of(Severity.INFO, log.host, "repaired-interrupts", counts.repairs(),
                    Words.count(counts.repairs(), "interrupt without an exit in the trace was ended at the next sign that it was over.",
                            "interrupts without an exit in the trace were ended at the next sign that they were over.")));
        }
    }

    private static String silent(HostLog.Counts counts) {
        String nanos = Duration.duration(counts.silentNanos());
        return (counts.silences() == 1 ? "For " + nanos + " no processor recorded anything"
                : counts.silences() + " times no processor recorded anything for long, " + nanos + " in all")
                + ": the clock was set, the machine slept, or recording was stopped; or only some processes were recorded, and did nothing."
                + " What threads did then is unknown, and counts as not recorded."
                + " Analyse what is before and after that by itself (--from, --to).";
    }

    private static String unseen(int[] processors) {
        String which = (processors.length == 1 ? "processor " : "processors ")
                + Words.list(Arrays.stream(processors).mapToObj(Integer::toString).toList(), "and");
        return "Nothing was recorded of " + which
                + ", though threads ran there: what they did is unknown, and so is whom they woke. Shares of processors are of the others."
                + " Each processor has its own file in each channel: copy the traces again if some are missing.";
    }

    private void addImpossible(HostLog log) {
        HostLog.Counts counts = log.counts;
        if (counts.impossibleCpus() > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "impossible-cpu", counts.impossibleCpus(),
                    Words.count(counts.impossibleCpus(), "event is", "events are") + " of a CPU with a number below 0 or above "
                            + HostRecorder.MAXIMUM_CPU + "; " + (counts.impossibleCpus() == 1 ? "it is" : "they are")
                            + " left out. The trace is probably damaged."));
        }
        if (counts.impossibleThreads() > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "impossible-thread", counts.impossibleThreads(),
                    Words.count(counts.impossibleThreads(), "event names", "events name") + " a thread with an id below 0; "
                            + (counts.impossibleThreads() == 1 ? "it is" : "they are")
                            + " left out. The trace is probably damaged."));
        }
        if (counts.impossibleTimes() > 0) {
            builder.caveat(Caveat.of(Severity.WARNING, log.host, "impossible-time", counts.impossibleTimes(),
                    Words.count(counts.impossibleTimes(), "event is more than a century away; it was",
                            "events are more than a century away; they were")
                            + " moved to the end of that century. The trace is probably damaged."));
        }
    }
}
