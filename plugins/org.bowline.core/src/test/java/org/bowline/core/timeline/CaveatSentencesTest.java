/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.bowline.core.criticalpath.PathDoubts;
import org.bowline.core.event.KernelSink;
import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.event.SocketVocabulary.Call;
import org.bowline.core.interval.IntervalMatcher;
import org.bowline.core.interval.SocketIntervals;
import org.bowline.core.lock.LockHistory;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents.Kind;
import org.bowline.core.waitfor.Blame;
import org.bowline.core.waitfor.DeviceRules;
import org.bowline.core.waitfor.DiskCapacities;
import org.bowline.core.waitfor.DiskShare;
import org.bowline.core.waitfor.NicCapacities;
import org.bowline.core.waitfor.WaitForAnalysis;

/**
 * Every caveat of the timeline, the wait-for graph, the paths and the intervals, with a run in which it must appear and one near it in which it must
 * not.
 */
class CaveatSentencesTest {
    private static final int IDLE = 0;
    private static final int A = 5;
    private static final int B = 6;

    /** A kind, what is said of one run, and not of the other. */
    private record Row(String kind, String words, List<Caveat> said, List<Caveat> notSaid) {
        @Override
        public String toString() {
            return kind + ": " + words;
        }
    }

    /** A runs from 0 to 10 on CPU 0 and blocks there; B runs on CPU 1. Then something happens. */
    private static List<Caveat> host(Consumer<HostScenario> then) {
        HostScenario host = new HostScenario("h");
        host.on(1, 1, IDLE, Leave.PREEMPTED, B);
        host.on(0, 10, A, Leave.BLOCKED, IDLE);
        then.accept(host);
        return host.timeline(50).caveats();
    }

    /** B goes on after so long. */
    private static List<Caveat> silent(long nanos) {
        HostScenario host = new HostScenario("h");
        host.on(1, 1, IDLE, Leave.PREEMPTED, B);
        host.on(0, 10, A, Leave.BLOCKED, IDLE);
        host.on(1, 10 + nanos, B, Leave.BLOCKED, IDLE);
        return host.timeline(nanos + 50).caveats();
    }

    /** Some processors of a host were not recorded. */
    private static List<Caveat> unseen(int... cpus) {
        BitSet unseen = new BitSet();
        Arrays.stream(cpus).forEach(unseen::set);
        HostScenario host = new HostScenario("h", 0, unseen);
        host.on(0, 10, A, Leave.BLOCKED, IDLE);
        return host.timeline(50).caveats();
    }

    /** The same, where A is woken by a packet that another host may have sent, which is recorded from a time on. */
    private static List<Caveat> packet(long peerStart, boolean peerSends) {
        HostScenario host = new HostScenario("h");
        host.on(1, 1, IDLE, Leave.PREEMPTED, B);
        host.on(0, 10, A, Leave.BLOCKED, IDLE);
        arrives(host);
        HostScenario peer = new HostScenario("peer", peerStart);
        peer.on(0, peerStart, IDLE, Leave.PREEMPTED, A);
        if (peerSends) {
            peer.packet(0, peerStart, true, 2000);
        }
        return HostScenario.timeline(50, host, peer).caveats();
    }

    private static void arrives(HostScenario host) {
        host.facts.softInterruptEntry(25, 1, 3);
        host.packet(1, 26, false, 1000);
        host.wake(1, 30, A);
    }

    private static List<Caveat> graph(Consumer<TimelineBuilder> with) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 10, 10, "A");
        builder.thread(host, 11, 10, "B");
        with.accept(builder);
        Timeline timeline = builder.build(0, 100);
        return WaitForAnalysis.run(timeline, 0, 100, null, Progress.NONE).caveats();
    }

    private static List<Caveat> unknownWait(boolean open) {
        return graph(builder -> {
            int unknown = builder.resource(0, VertexKind.UNKNOWN, "unknown");
            builder.blocked(0, 0, open ? 100 : 40, Cause.UNKNOWN, unknown, Timeline.NONE, 0);
            if (!open) {
                builder.segment(0, 40, 100, ThreadState.RUNNING, 0);
            }
        });
    }

    private static List<Caveat> request(boolean issued) {
        return graph(builder -> {
            int disk = builder.resource(0, VertexKind.DISK, "vda");
            builder.segment(0, 0, 10, ThreadState.RUNNING, 0);
            builder.blocked(0, 10, 20, Cause.DISK, disk, Timeline.NONE, 0);
            builder.segment(0, 20, 100, ThreadState.RUNNING, 0);
            builder.request(disk, 0, 10, 10, 20);
            builder.request(disk, issued ? 0 : Timeline.NONE, 30, 30, 40);
        });
    }

    /** A disk has a request for 10 ns. */
    private static List<Caveat> disk(String told) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 10, 10, "A");
        int disk = builder.resource(host, VertexKind.DISK, "vda");
        builder.segment(0, 0, 10, ThreadState.RUNNING, 0);
        builder.blocked(0, 10, 20, Cause.DISK, disk, Timeline.NONE, 0);
        builder.segment(0, 20, 100, ThreadState.RUNNING, 0);
        builder.request(disk, 0, 10, 10, 20);
        return WaitForAnalysis.run(builder.build(0, 100), 0, 100, null, null, Blame.WAKER,
                new DeviceRules(null, DiskShare.REQUESTS, DiskCapacities.NONE.with(told)), Progress.NONE).caveats();
    }

    /** A (or the kernel) gives an interface 500 bytes, which take 4 µs of 100 µs at 1 Gbit/s, and then A waits for a packet. */
    private static List<Caveat> nic(String told, int bytes, boolean byKernel, boolean lost) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 10, 10, "A");
        int nic = builder.resource(host, VertexKind.NIC, "eth0");
        int peer = builder.resource(host, VertexKind.NETWORK, "10.0.0.9");
        builder.segment(0, 0, 10_000, ThreadState.RUNNING, 0);
        builder.frame(nic, 10_000, bytes, 0);
        builder.frame(nic, 90_000, 10, byKernel ? Timeline.NONE : 0);
        builder.blocked(0, 10_000, 80_000, Cause.NETWORK, peer, Timeline.NONE, 0);
        builder.segment(0, 80_000, 100_000, ThreadState.RUNNING, 0);
        if (lost) {
            builder.caveat(Caveat.of(Caveat.Severity.WARNING, "h", "lost-events", 7, "The tracer lost 7 events."));
        }
        NicCapacities capacities = told.isEmpty() ? NicCapacities.NONE : NicCapacities.NONE.with(told);
        return WaitForAnalysis.run(builder.build(0, 100_000), 0, 100_000, null, null, Blame.WAKER,
                new DeviceRules(capacities, DiskShare.REQUESTS), Progress.NONE).caveats();
    }

    /** A waits from 0 to 20 for a packet that B, on another host or on the same, queued at a time. */
    private static List<Caveat> flight(int hosts, long queued, boolean senderKnown, boolean clocksKnown) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.host("h");
        if (hosts > 1) {
            builder.host("other");
        }
        builder.thread(0, 10, 10, "A");
        builder.thread(hosts - 1, 11, 11, "B");
        int peer = builder.resource(0, VertexKind.NETWORK, "10.0.0.9");
        builder.blocked(0, 0, 20, Cause.NETWORK, senderKnown ? 1 : peer, builder.packet(queued, 20, senderKnown ? 1 : Timeline.NONE), 0);
        builder.segment(1, 0, 100, ThreadState.RUNNING, 0);
        return WaitForAnalysis.run(NetworkWays.in(builder.build(0, 100), Progress.NONE), 0, 100, null, null, Blame.WAKER,
                new DeviceRules(null, DiskShare.REQUESTS, DiskCapacities.NONE,
                        (host, nanos) -> clocksKnown || host == 0 ? 0 : Long.MAX_VALUE),
                Progress.NONE).caveats();
    }

    private static List<Caveat> recordings(long secondFrom) {
        return graph(builder -> {
            int late = builder.host("late");
            builder.segment(0, 0, 40, ThreadState.RUNNING, 0);
            builder.thread(late, 12, 12, "C");
            builder.segment(2, secondFrom, 100, ThreadState.RUNNING, 0);
            builder.recording(0, 0, 40);
            builder.recording(late, secondFrom, 100);
        });
    }

    private static List<Caveat> circle(boolean closed) {
        return graph(builder -> {
            builder.blocked(0, 0, 60, Cause.THREAD, 1, Timeline.NONE, 0);
            builder.segment(0, 60, 100, ThreadState.RUNNING, 0);
            builder.segment(1, 0, closed ? 20 : 60, ThreadState.RUNNING, 0);
            builder.blocked(1, closed ? 20 : 60, 80, Cause.THREAD, 0, Timeline.NONE, 0);
        });
    }

    /**
     * A tells that it gave back a lock only after it has waited, while B wants the lock.
     *
     * @param forB whether A waits for B, or for a timer
     */
    private static List<Caveat> circleOfLocks(int circles, boolean forB) {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        builder.thread(host, 10, 10, "A");
        builder.thread(host, 11, 10, "B");
        builder.segment(0, 0, 20, ThreadState.RUNNING, 0);
        int timer = builder.resource(0, VertexKind.TIMER, "timer");
        builder.blocked(0, 20, 40, forB ? Cause.THREAD : Cause.TIMER, forB ? 1 : timer, Timeline.NONE, 0);
        builder.segment(1, 0, 10, ThreadState.RUNNING, 1);
        builder.blocked(1, 10, 30, Cause.THREAD, 0, Timeline.NONE, 1);
        if (circles > 1) {
            builder.segment(0, 40, 50, ThreadState.RUNNING, 0);
            builder.blocked(0, 50, 80, Cause.THREAD, 1, Timeline.NONE, 0);
            builder.segment(1, 30, 60, ThreadState.RUNNING, 1);
            builder.blocked(1, 60, 90, Cause.THREAD, 0, Timeline.NONE, 1);
        }
        builder.locks().add(5, 0, Kind.ACQUIRED, 10, 0xb0).add(25, 0, Kind.RELEASED, 10, 0xb0)
                .add(10, 1, Kind.REQUEST, 10, 0xb0).add(30, 1, Kind.ACQUIRED, 10, 0xb0);
        Timeline timeline = builder.build(0, 100);
        return WaitForAnalysis.run(timeline, 0, 100, null, LockHistory.of(timeline, Progress.NONE), Blame.AUTO, Progress.NONE).caveats();
    }

    private static List<Caveat> intervals(Consumer<IntervalMatcher> with) {
        IntervalMatcher matcher = new IntervalMatcher(5);
        with.accept(matcher);
        return matcher.match().caveats();
    }

    private static List<Caveat> path(long unknown, long absent, long clockErrors, long cycles) {
        return new PathDoubts(unknown, absent, clockErrors, cycles).caveats(0, 100);
    }

    static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        List<Caveat> whole = host(host -> {
            host.wake(1, 30, A);
            host.on(0, 32, IDLE, Leave.PREEMPTED, A);
        });
        rows.add(
                new Row("no-wake-ups", "The trace has no sched_waking or sched_wakeup events: nothing tells who ended a wait. Record them.",
                        host(host -> host.on(0, 32, IDLE, Leave.PREEMPTED, A)), whole));
        rows.add(new Row("waits-without-wake-up", "1 wait ended without a wake-up in the trace; its target is unknown.", host(host -> {
            host.wake(1, 12, 9);
            host.on(0, 32, IDLE, Leave.PREEMPTED, A);
        }), whole));
        rows.add(new Row("lost-events", "The tracer lost 3 events in 1 interval; threads that they may concern are in state unknown there."
                + " Record with larger or more sub-buffers.", host(host -> host.facts.lost(0, 20, 30, 3)), whole));
        rows.add(
                new Row("lost-events", "An unknown number of events is missing in 1 interval", host(host -> host.facts.lost(0, 20, 30, -1)),
                        host(host -> host.facts.lost(0, 20, 30, 3))));
        rows.add(new Row("late-begin",
                "1 stream of a processor begins later than those of others, by up to 10 ns, as where a flight recorder",
                host(host -> host.facts.lost(0, 20, 30, KernelSink.BEFORE_FIRST)), host(host -> host.facts.lost(0, 20, 30, -1))));
        rows.add(new Row("late-begin", "2 streams of processors begin later than those of others, by up to 15 ns", host(host -> {
            host.facts.lost(0, 20, 30, KernelSink.BEFORE_FIRST);
            host.facts.lost(1, 20, 35, KernelSink.BEFORE_FIRST);
        }), host(host -> host.facts.lost(0, 20, 30, KernelSink.BEFORE_FIRST))));
        rows.add(new Row("unrecorded-processors", "Nothing was recorded of processor 3, though threads ran there", unseen(3), unseen()));
        rows.add(new Row("unrecorded-processors", "Nothing was recorded of processors 2, 3 and 5, though threads ran there",
                unseen(2, 3, 5), unseen(3)));
        rows.add(new Row("contradicting-switches",
                "1 switch contradicts those before; the threads' states are unknown in between. Events are"
                        + " probably missing.",
                host(host -> host.on(1, 20, 7, Leave.BLOCKED, IDLE)),
                host(host -> host.on(1, 20, B, Leave.BLOCKED, IDLE))));
        rows.add(new Row("repeated-switches", "1 switch was recorded more than once, by several recordings at a time; each counts once.",
                host(host -> host.on(0, 10, A, Leave.BLOCKED, IDLE)), whole));
        rows.add(new Row("impossible-cpu", "1 event is of a CPU with a number below 0 or above 32767; it is left out. The trace is probably"
                + " damaged.", host(host -> host.on(-1, 20, B, Leave.PREEMPTED, 7)),
                host(host -> host.on(HostRecorder.MAXIMUM_CPU, 20, IDLE, Leave.PREEMPTED, 7))));
        rows.add(new Row("impossible-thread", "1 event names a thread with an id below 0; it is left out. The trace is probably damaged.",
                host(host -> host.wake(1, 20, -A)), host(host -> host.wake(1, 20, A))));
        rows.add(new Row("impossible-time", "1 event is more than a century away; it was moved to the end of that century. The trace is"
                + " probably damaged.", host(host -> host.on(1, Long.MAX_VALUE, B, Leave.BLOCKED, IDLE)), whole));
        rows.add(new Row("repaired-interrupts", "1 interrupt without an exit in the trace was ended at the next sign that it was over.",
                host(host -> {
                    host.facts.interruptEntry(12, 1, 40);
                    host.on(1, 15, B, Leave.PREEMPTED, 7);
                }), host(host -> {
                    host.facts.interruptEntry(12, 1, 40);
                    host.facts.interruptExit(13, 1, 40);
                    host.on(1, 15, B, Leave.PREEMPTED, 7);
                })));
        rows.add(new Row("lost-requests", "1 block request was made before events were lost and has no completion in the trace; it is left"
                + " out.", host(host -> {
                    host.facts.requestIssued(12, 0, 1, 100, 8, -1);
                    host.facts.lost(1, 20, 30, 3);
                }), host(host -> {
                    host.facts.requestIssued(12, 0, 1, 100, 8, -1);
                    host.facts.requestCompleted(14, 0, 1, 100, 8);
                    host.facts.lost(1, 20, 30, 3);
                })));
        rows.add(new Row("silent-time",
                "For 601 s no processor recorded anything: the clock was set, the machine slept, or recording was stopped; or only some processes were recorded, and did nothing.",
                silent(601_000_000_000L), silent(600_000_000_000L)));
        rows.addAll(packets());
        rows.addAll(waits());
        rows.addAll(pathsAndIntervals());
        return rows;
    }

    private static List<Row> packets() {
        List<Caveat> strangers = packet(5, false);
        return List.of(
                new Row("unmatched-packets",
                        "1 wait was ended by a packet from an address that no host here is seen to use; it leads to the network.",
                        strangers, packet(5, true)),
                new Row("lost-sending",
                        "1 wait was ended by a packet that peer sent, though its trace does not have the sending; it leads to"
                                + " the network.",
                        packet(5, true), packet(40, true)),
                new Row("unrecorded-sending",
                        "1 wait was ended by a packet that peer sent while it was not recorded; it leads to the network.",
                        packet(40, true), packet(5, true)),
                new Row("unknown-sender", "1 wait was ended by a packet whose sender the traces do not tell; it leads to the network.",
                        host(host -> {
                            host.facts.softInterruptEntry(25, 1, 3);
                            host.wake(1, 30, A);
                        }), host(CaveatSentencesTest::arrives)));
    }

    private static List<Row> waits() {
        return List.of(
                new Row("unknown-state", "It is not known what the threads did for 20.0 % of their time (20 ns): events were lost, or a"
                        + " thread's first event had not come yet. This time does not count as waiting, so weights are lower bounds.",
                        graph(builder -> {
                            builder.segment(0, 0, 20, ThreadState.UNKNOWN, 0);
                            builder.segment(0, 20, 100, ThreadState.RUNNING, 0);
                        }), graph(builder -> builder.segment(0, 0, 100, ThreadState.RUNNING, 0))),
                new Row("unknown-target", "The trace does not tell what ended 1 of 1 wait (40 ns of 40 ns); it leads to `unknown`.",
                        unknownWait(false), unknownWait(true)),
                new Row("open-wait",
                        "1 wait (100 ns) was still open at the end of the trace; it leads to `unknown`, and is not part of any"
                                + " knot.",
                        unknownWait(true), unknownWait(false)),
                new Row("request-without-issuer",
                        "1 block request has no known issuer; its disk's idle time is shared out among the threads"
                                + " whose requests are known.",
                        request(false), request(true)),
                new Row("network-not-crossed", "there is only one host.", flight(1, 10, true, true), flight(2, 10, true, true)),
                new Row("network-sender-unknown",
                        "1 wait for packets, 20 ns together, ended with a packet of which the sending thread is not"
                                + " known: no part of them is time on the way between hosts.",
                        flight(2, 10, false, true), flight(2, 10, true, true)),
                new Row("network-below-zero",
                        "Of 1 wait that a packet from another host ended, 1 was over, by the clocks, before it was queued"
                                + " (by 5 ns at most)",
                        flight(2, 25, true, true), flight(2, 20, true, true)),
                new Row("network-clocks-unknown", "How far the clocks of h and other may be off against each other is not known",
                        flight(2, 10, true, false), flight(2, 10, true, true)),
                new Row("nic-capacity-unknown",
                        "What eth0 can send is not known. 1.00 Gbit/s is assumed; it was never given more than 408 kbit/s. Threads waited for it"
                                + " for 4.00 µs by that; --nic-capacity eth0=RATE tells it.",
                        nic("", 500, false, false), nic("", 100, false, false)),
                new Row("nic-capacity-unknown", "What eth0 can send is not known.", nic("", 500, false, false),
                        nic("eth0=1Gbit", 500, false, false)),
                new Row("nic-capacity-unknown",
                        "1.60 Gbit/s, the highest rate that was seen, is taken for it, so its waits are upper bounds. Threads waited for it",
                        nic("", 2_000_000, false, false), nic("", 1_000_000, false, false)),
                new Row("nic-above-capacity", "eth0 was given 102 % of what it can send at 40.0 Mbit/s in this time",
                        nic("eth0=40Mbit", 500, false, false), nic("eth0=41Mbit", 500, false, false)),
                new Row("nic-not-found", "--nic-capacity tells of eth1, but what sent something out of its host is h:eth0.",
                        nic("eth1=1Gbit", 500, false, false), nic("h:eth0=1Gbit", 500, false, false)),
                new Row("disk-above-capacity",
                        "vda had requests for 10 ns, and what it did then takes 11 ns at what it can do as --disk-capacity tells it: that is too low.",
                        disk("vda=90Miops"), disk("vda=100Miops")),
                new Row("disk-not-found", "--disk-capacity tells of sda, but the disks that had a request in this time are h:vda.",
                        disk("sda=90Miops"), disk("vda=100Miops")),
                new Row("nic-lost-events", "Events were lost: eth0 may have sent more than what is known of", nic("", 500, false, true),
                        nic("", 500, false, false)),
                new Row("frame-without-sender",
                        "1 packet (10 bytes) was sent by the kernel for no thread that is known; the idle time of the network interface is",
                        nic("", 500, true, false), nic("", 500, false, false)),
                new Row("wait-cycle", "Threads waited for each other in a circle once (40 ns in all)", circle(true), circle(false)),
                new Row("wait-cycle", "in all), through wake-ups in interrupts, polling, or the clocks' error; a chain", circle(true),
                        circleOfLocks(1, true)),
                new Row("wait-cycle",
                        "in all), through holders of locks, as programs tell of taking a lock and giving it back only after the call; a chain",
                        circleOfLocks(1, true), circleOfLocks(1, false)),
                new Row("wait-cycle",
                        "Threads waited for each other in a circle 2 times (30 ns in all), 1 of them through holders of locks, as programs tell of taking a lock and"
                                + " giving it back only after the call, the others through wake-ups in interrupts, polling, or the clocks' error; a chain",
                        circleOfLocks(2, true), circleOfLocks(1, true)),
                new Row("recordings-apart", "h and late were not recorded at the same time: no wait leads from one to the other",
                        recordings(60), recordings(30)),
                new Row("unrecorded-time", "For 20 ns of the range of 100 ns no host was recorded: shares, and the threshold, are of the"
                        + " other 80 ns.", recordings(60), recordings(30)));
    }

    private static List<Row> pathsAndIntervals() {
        return List.of(
                new Row("unknown-state", "It is not known what the threads on the critical path did for 2.00 ms.",
                        path(2_000_000, 0, 0, 0),
                        path(0, 2_000_000, 0, 0)),
                new Row("outside-trace",
                        "The critical path is unknown for 2.00 ms, in which it lies outside the trace, or outside the life"
                                + " of its thread.",
                        path(0, 2_000_000, 0, 0), path(2_000_000, 0, 0, 0)),
                new Row("clock-error", "1 packet on the critical path seems to arrive before it was sent", path(0, 0, 1, 0),
                        path(0, 0, 0, 1)),
                new Row("wait-cycle", "The critical path came once to a thread that it was already waiting for", path(0, 0, 0, 1),
                        path(0, 0, 1, 0)),
                new Row("interval-begin-unmatched", "1 interval begin has no end with the same key: the trace stopped first, or events were"
                        + " lost.", intervals(matcher -> matcher.begin(10, 0, 1, "k", "x")), intervals(matcher -> {
                            matcher.begin(10, 0, 1, "k", "x");
                            matcher.end(20, 0, 1, "k", "x");
                        })),
                new Row("interval-end-unmatched",
                        "1 interval end has no begin with the same key before it: the trace started later, or events"
                                + " were lost.",
                        intervals(matcher -> matcher.end(10, 0, 1, "k", "x")),
                        intervals(matcher -> matcher.begin(10, 0, 1, "k", "x"))),
                new Row("interval-key-duplicate", "1 interval began while another of the same key had not ended; ends were given to the"
                        + " earliest begin. Choose a field that is unique.", intervals(matcher -> {
                            matcher.begin(10, 0, 1, "k", "x");
                            matcher.begin(12, 0, 1, "k", "x");
                        }), intervals(matcher -> {
                            matcher.begin(10, 0, 1, "k", "x");
                            matcher.begin(12, 0, 1, "l", "x");
                        })),
                new Row("interval-reversed", "1 interval ends before it begins, by less than the clocks' error; it is left out.",
                        intervals(matcher -> {
                            matcher.end(10, 1, 1, "k", "x");
                            matcher.begin(15, 0, 1, "k", "x");
                        }), intervals(matcher -> {
                            matcher.end(10, 1, 1, "k", "x");
                            matcher.begin(16, 0, 1, "k", "x");
                        })),
                new Row("interval-empty", "1 interval ends in the nanosecond in which it begins; it is left out.", intervals(matcher -> {
                    matcher.begin(10, 0, 1, "k", "x");
                    matcher.end(10, 0, 1, "k", "x");
                }), intervals(matcher -> {
                    matcher.begin(10, 0, 1, "k", "x");
                    matcher.end(11, 0, 1, "k", "x");
                })),
                new Row("interval-thread-unknown",
                        "1 interval was ended by a thread that the kernel trace does not have; it has no critical"
                                + " path.",
                        intervals(matcher -> {
                            matcher.begin(10, 0, 1, "k", "x");
                            matcher.end(11, 0, -1, "k", "x");
                        }), intervals(matcher -> {
                            matcher.begin(10, 0, -1, "k", "x");
                            matcher.end(11, 0, 1, "k", "x");
                        })),
                new Row("socket-side-concluded",
                        "1 socket was neither accepted nor connected in the recording: which end asks is concluded from what it did first.",
                        answer(false, false), answer(true, false)),
                new Row("socket-interval-lost", "1 interval of a socket is left out, as events were lost while it was open.",
                        answer(true, true), answer(true, false)));
    }

    /** A socket, accepted or not seen to be, on which something is received and sent, perhaps with a loss between. */
    private static List<Caveat> answer(boolean accepted, boolean loss) {
        SocketIntervals sockets = new SocketIntervals(0, "A", SocketIntervals.Side.ANSWERS, new IntervalMatcher(0));
        if (accepted) {
            sockets.called(10, 1, 1, Call.ACCEPT, 3);
            sockets.returned(11, 1, Call.ACCEPT, 5, "p");
        }
        sockets.called(12, 1, 1, Call.RECEIVE, 5);
        sockets.returned(13, 1, Call.RECEIVE, 1, "p");
        if (loss) {
            sockets.lost();
        }
        sockets.called(14, 1, 1, Call.SEND, 5);
        sockets.returned(15, 1, Call.SEND, 1, "p");
        return sockets.finish();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("rows")
    void aCaveatIsSaidWhereItIsTrueAndNotBesideIt(Row row) {
        assertThat(row.said).anySatisfy(caveat -> {
            assertThat(caveat.kind()).isEqualTo(row.kind);
            assertThat(caveat.text()).contains(row.words);
        });
        assertThat(row.notSaid).allSatisfy(caveat -> assertThat(caveat.text()).doesNotContain(row.words));
    }

    /** Of these packages: those of files, archives and clocks have their own. */
    @Test
    void noKindOfCaveatOfTheseAnalysesIsMissingInTheTable() throws IOException {
        TreeSet<String> kinds = new TreeSet<>();
        Pattern caveat = Pattern.compile("Severity\\.(?:INFO|WARNING|ERROR),\\s*(?:[\\w.()\"\\[\\]]+,\\s*)?\"([a-z-]+)\"");
        for (String part : List.of("timeline", "waitfor", "criticalpath", "interval")) {
            try (Stream<Path> sources = Files.walk(Path.of("src/main/java/org/bowline/core", part))) {
                for (Path source : sources.filter(file -> file.toString().endsWith(".java")).toList()) {
                    Matcher found = caveat.matcher(Files.readString(source));
                    while (found.find()) {
                        kinds.add(found.group(1));
                    }
                }
            }
        }
        assertThat(kinds).hasSizeGreaterThan(20);
        rows().forEach(row -> kinds.remove(row.kind));
        assertThat(kinds).as("have tests of their own: RecordingsTest, IntervalPathsTest, IntervalsOfARangeTest, PathDifferencesTest,"
                + " IntervalSizesTest, IntervalCountersTest, PacketIntervalsTest")
                .containsExactly("interval-outside", "interval-overdue", "interval-without-path", "packet-interval-lost",
                        "packet-no-connection",
                        "packet-side-unknown", "recording-outside", "request-counters-unknown", "size-doubled", "size-missing",
                        "size-not-numeric", "size-partly", "size-stray",
                        "too-few-to-compare");
    }
}
