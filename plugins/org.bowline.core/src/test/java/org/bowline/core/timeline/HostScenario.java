/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import java.util.BitSet;
import java.util.List;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.event.PacketFact;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;

/** Facts of one host, in ns from 0, and the timeline that they make, as text. */
final class HostScenario {
    /** The idle thread of any processor. */
    static final int IDLE = 0;
    /** A thread. */
    static final int A = 5;
    /** Another one. */
    static final int B = 6;

    final HostRecorder facts;
    private final String host;

    HostScenario(String host) {
        this(host, 0);
    }

    /** One that is recorded from a time on. */
    HostScenario(String host, long start) {
        this(host, start, new BitSet());
    }

    /** One of which some processors were not recorded. */
    HostScenario(String host, long start, BitSet unseen) {
        this.host = host;
        this.facts = new HostRecorder(host, start, unseen);
    }

    /** Thread {@code previous} leaves the CPU for {@code next}; threads are named by their tids, like {@code t5}. */
    void on(int cpu, long nanos, int previous, Leave leave, int next) {
        facts.switched(nanos, cpu, previous, name(previous), leave, next, name(next));
    }

    void wake(int cpu, long nanos, int tid) {
        facts.waking(nanos, cpu, tid, name(tid));
    }

    void packet(int cpu, long nanos, boolean sent, int sequence) {
        packet(cpu, nanos, sent, sequence, 0x18, true);
    }

    /** A segment of one connection, from the client (10.0.0.1, port 1000) to the server (10.0.0.2, port 80), or back. */
    void packet(int cpu, long nanos, boolean sent, int sequence, int flags, boolean fromClient) {
        packet(cpu, nanos, sent, sequence, flags, fromClient, 1000, 10);
    }

    /** A segment of one of the client's connections, from one of its ports. */
    void packet(int cpu, long nanos, boolean sent, int sequence, int flags, boolean fromClient, int port, int bytes) {
        packet(cpu, nanos, sent, sequence, flags, fromClient, port, bytes, sequence);
    }

    /** The same, with its IP identification: what TCP sends again has another one. */
    void packet(int cpu, long nanos, boolean sent, int sequence, int flags, boolean fromClient, int port, int bytes, int ipId) {
        PacketFact packet = new PacketFact();
        packet.sent = sent;
        packet.protocol = PacketFact.TCP;
        packet.addressed = true;
        packet.ipVersion = 4;
        packet.sourceLow = fromClient ? 0x0a000001 : 0x0a000002;
        packet.destinationLow = fromClient ? 0x0a000002 : 0x0a000001;
        packet.sourcePort = fromClient ? port : 80;
        packet.destinationPort = fromClient ? 80 : port;
        packet.sequence = sequence;
        packet.acknowledgement = 1;
        packet.flags = flags;
        packet.payloadBytes = bytes;
        packet.ipId = ipId;
        facts.packet(nanos, cpu, packet);
    }

    private static String name(int tid) {
        return "t" + tid;
    }

    Timeline timeline(long end) {
        return timeline(end, this);
    }

    static Timeline timeline(long end, HostScenario... hosts) {
        List<HostLog> logs = java.util.Arrays.stream(hosts).map(h -> h.facts.finish(end)).toList();
        return TimelineAssembler.assemble(logs, ClockSync.run(logs.stream().map(HostLog::packets).toList(),
                java.util.Arrays.stream(hosts).map(h -> h.host).toArray(String[]::new), new long[hosts.length],
                java.util.stream.LongStream.generate(() -> end).limit(hosts.length).toArray(), ClockSync.Options.DEFAULT, () -> false),
                Progress.NONE);
    }

    /** The segments of the incarnations of a tid: {@code running 0-10, blocked 10-20 by timer}. */
    static String text(Timeline timeline, int tid) {
        StringBuilder text = new StringBuilder();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (timeline.tid(thread) != tid || tid == 0) {
                continue;
            }
            text.append(text.isEmpty() ? "" : " | ");
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                text.append(s == timeline.firstSegment(thread) ? "" : ", ").append(timeline.state(s).label()).append(' ')
                        .append(timeline.start(s))
                        .append('-').append(timeline.end(thread, s));
                if (timeline.target(s) != Timeline.NONE) {
                    text.append(" by ").append(timeline.cause(s).label()).append(' ').append(timeline.vertexName(timeline.target(s)));
                }
            }
        }
        return text.toString();
    }

    /** What a thread did until an end, as a text. */
    String after(long end, int tid) {
        return text(timeline(end), tid);
    }

    /** A runs from 0 to 10 on CPU 0 and blocks there; B runs on CPU 1. */
    void aBlocksAtTen() {
        on(1, 1, IDLE, Leave.PREEMPTED, B);
        on(0, 10, A, Leave.BLOCKED, IDLE);
    }

    /** The number of a thread, by its id. */
    static int threadOf(Timeline timeline, int tid) {
        int thread = 0;
        while (timeline.tid(thread) != tid) {
            thread++;
        }
        return thread;
    }
}
