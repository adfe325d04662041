/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.event.KernelSink.Leave;
import org.bowline.core.event.KernelSink.Vector;
import org.bowline.core.event.PacketFact;
import org.bowline.core.model.Cause;
import org.bowline.core.model.Caveat;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.sync.ClockSync;
import org.bowline.core.testing.Seeds;

/** Whatever facts come in whatever order, the timeline keeps its promises; and of a scheduler's true facts it tells the truth. */
class HostRecorderRandomTest {
    private static final int NONSENSE = 3_000;
    private static final int SCHEDULERS = 1_000;

    @Test
    void noFactsCanBreakTheTimeline() {
        for (int i = 0; i < NONSENSE; i++) {
            long seed = Seeds.of(i);
            try {
                checkPromises(assemble(nonsense("h", new Random(seed))));
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(Seeds.name(seed), e);
            }
        }
    }

    private static Timeline assemble(HostLog log) {
        boolean timed = log.isTimed();
        long[] start = {timed ? log.startNanos() : 0};
        long[] stop = {timed ? log.endNanos() : 0};
        return TimelineAssembler.assemble(List.of(log),
                ClockSync.run(List.of(log.packets()), new String[] {"h"}, start, stop, ClockSync.Options.DEFAULT, () -> false),
                Progress.NONE);
    }

    /** What a host tells when everything goes wrong. */
    static HostLog nonsense(String host, Random random) {
        long[] starts = {0, 1_000, Long.MAX_VALUE, Long.MIN_VALUE};
        HostRecorder facts = new HostRecorder(host, starts[random.nextInt(starts.length)]);
        int cpus = 1 + random.nextInt(3);
        int[] tids = {0, 1, 2, 3, 4, -1, Integer.MAX_VALUE, Integer.MIN_VALUE};
        int[] oddCpus = {-1, Integer.MAX_VALUE, Integer.MIN_VALUE, HostRecorder.MAXIMUM_CPU, HostRecorder.MAXIMUM_CPU + 1};
        long[] oddTimes = {Long.MAX_VALUE, Long.MIN_VALUE, -1, 0};
        long[] oddSectors = {0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 100, 104};
        long time = 1_000;
        int count = random.nextInt(120);
        boolean tame = random.nextBoolean();
        int kinds = tame ? 4 : 21;
        for (int i = 0; i < count; i++) {
            time += random.nextInt(4);
            long at = !tame && random.nextInt(40) == 0 ? oddTimes[random.nextInt(oddTimes.length)] : time;
            int cpu = !tame && random.nextInt(400) == 0 ? oddCpus[random.nextInt(oddCpus.length)] : random.nextInt(cpus);
            int tid = tids[random.nextInt(tame ? 5 : tids.length)];
            int other = tids[random.nextInt(tame ? 5 : tids.length)];
            long sector = oddSectors[random.nextInt(oddSectors.length)];
            long sectors = oddSectors[random.nextInt(oddSectors.length)];
            Vector vector = Vector.values()[random.nextInt(3)];
            switch (random.nextInt(kinds)) {
                case 0, 1 ->
                        facts.switched(at, cpu, tid, "t" + tid, Leave.values()[random.nextInt(Leave.values().length)], other, "t" + other);
                case 2 -> facts.waking(at, cpu, tid, "t" + tid);
                case 3 -> {
                    if (random.nextInt(4) == 0) {
                        facts.lost(random.nextInt(8) == 0 ? -1 : cpu, at, at + random.nextInt(20) - 3, random.nextInt(3) - 1);
                    } else if (random.nextInt(3) == 0) {
                        facts.forked(at, cpu, tid, other, other, "child");
                    }
                }
                case 4 -> facts.executed(at, cpu, tid, other);
                case 5 -> facts.threadExists(at, tid, other, 1, "dumped", random.nextBoolean());
                case 6 -> facts.interruptEntry(at, cpu, random.nextInt(3) - 1);
                case 7 -> facts.interruptExit(at, cpu, random.nextInt(3) - 1);
                case 8 -> facts.softInterruptEntry(at, cpu, random.nextInt(12) - 1);
                case 9 -> facts.softInterruptExit(at, cpu, random.nextInt(12) - 1);
                case 10 -> facts.timerEntry(at, cpu);
                case 11 -> facts.timerExit(at, cpu);
                case 12 -> facts.vectorEntry(at, cpu, vector, "v");
                case 13 -> facts.vectorExit(at, cpu, vector);
                case 14 -> facts.packet(at, cpu, packet(random));
                case 15 -> facts.opaquePacket(at, cpu);
                case 16 -> facts.requestQueued(at, cpu, random.nextInt(3) - 1, sector, sectors, tid);
                case 17 -> facts.requestIssued(at, cpu, random.nextInt(3) - 1, sector, sectors, tid);
                case 18 -> facts.requestCompleted(at, cpu, random.nextInt(3) - 1, sector, sectors);
                case 19 -> facts.requestRequeued(at, cpu, random.nextInt(3) - 1, sector, sectors);
                default -> facts.lost(cpu, at, random.nextInt(6) == 0 ? Long.MAX_VALUE : at + random.nextInt(9), 1);
            }
        }
        return facts.finish(random.nextInt(4) == 0 ? Long.MIN_VALUE : time + random.nextInt(3));
    }

    private static PacketFact packet(Random random) {
        PacketFact packet = new PacketFact();
        packet.sent = random.nextBoolean();
        packet.protocol = random.nextBoolean() ? PacketFact.TCP : PacketFact.UDP;
        packet.addressed = random.nextBoolean();
        packet.ipVersion = 4;
        packet.sourceLow = random.nextInt(2);
        packet.destinationLow = random.nextInt(2);
        packet.sequence = random.nextInt(3);
        packet.payloadBytes = random.nextInt(3) - 1;
        packet.ipId = random.nextInt(3) - 1;
        packet.buffer = random.nextInt(4);
        packet.hopLimit = random.nextInt(3);
        packet.networkInterface = "eth" + random.nextInt(3);
        packet.frameBytes = random.nextInt(3);
        return packet;
    }

    /** What the timeline promises, whatever the facts. */
    private static void checkPromises(Timeline timeline) {
        record Span(long start, long end) {}
        Map<Integer, List<Span>> onCpu = new HashMap<>();
        Map<Integer, List<Span>> lives = new HashMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            assertThat(timeline.tid(thread)).isNotNegative();
            int first = timeline.firstSegment(thread);
            int last = timeline.endSegment(thread);
            if (first == last) {
                continue;
            }
            assertThat(timeline.threadStart(thread)).isGreaterThanOrEqualTo(timeline.startNanos());
            assertThat(timeline.threadEnd(thread)).isLessThanOrEqualTo(timeline.endNanos());
            if (!timeline.isIdle(thread)) {
                lives.computeIfAbsent(timeline.tid(thread), key -> new ArrayList<>())
                        .add(new Span(timeline.threadStart(thread), timeline.threadEnd(thread)));
            }
            for (int s = first; s < last; s++) {
                assertThat(timeline.end(thread, s)).isGreaterThan(timeline.start(s));
                if (timeline.state(s).isOnCpu()) {
                    assertThat(timeline.cpu(s)).isBetween(0, HostRecorder.MAXIMUM_CPU);
                    onCpu.computeIfAbsent(timeline.cpu(s), key -> new ArrayList<>())
                            .add(new Span(timeline.start(s), timeline.end(thread, s)));
                }
                if (timeline.state(s) == ThreadState.BLOCKED) {
                    assertThat(timeline.isIdle(thread)).isFalse();
                    assertThat(timeline.target(s)).isBetween(0, timeline.vertexCount() - 1);
                    assertThat(timeline.cause(s)).isNotEqualTo(Cause.NONE);
                    VertexKind kind = timeline.kind(timeline.target(s));
                    assertThat(kind == VertexKind.THREAD && timeline.isIdle(timeline.target(s))).isFalse();
                } else if (timeline.state(s) == ThreadState.INTERRUPTED) {
                    assertThat(timeline.isIdle(thread)).isFalse();
                    assertThat(timeline.target(s)).isBetween(timeline.threadCount(), timeline.vertexCount() - 1);
                    assertThat(timeline.cause(s)).isNotIn(Cause.NONE, Cause.THREAD, Cause.UNKNOWN);
                    assertThat(timeline.link(s)).isEqualTo(Timeline.NONE);
                } else {
                    assertThat(timeline.target(s)).isEqualTo(Timeline.NONE);
                    assertThat(timeline.cause(s)).isEqualTo(Cause.NONE);
                }
            }
        }
        // of a CPU at most one thread has it, and of a tid at most one incarnation lives
        for (Map<Integer, List<Span>> exclusive : List.of(onCpu, lives)) {
            exclusive.forEach((key, spans) -> {
                spans.sort((a, b) -> Long.compare(a.start, b.start));
                for (int i = 1; i < spans.size(); i++) {
                    assertThat(spans.get(i).start).as("of " + key + " after " + spans.get(i - 1))
                            .isGreaterThanOrEqualTo(spans.get(i - 1).end);
                }
            });
        }
        for (int request = 0; request < timeline.requestCount(); request++) {
            assertThat(timeline.requestQueued(request)).isLessThanOrEqualTo(timeline.requestIssued(request));
            assertThat(timeline.requestIssued(request)).isLessThanOrEqualTo(timeline.requestCompleted(request));
            assertThat(timeline.kind(timeline.requestDisk(request))).isEqualTo(VertexKind.DISK);
        }
    }

    @Test
    void ofTrueFactsTheTimelineTellsTheTruth() {
        for (int i = 0; i < SCHEDULERS; i++) {
            long seed = Seeds.of(i);
            try {
                new Scheduler(new Random(seed), i % 2 == 0).run();
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError(Seeds.name(seed), e);
            }
        }
    }

    /** A small machine that does as real ones do, and remembers at each nanosecond what every thread did. */
    private static final class Scheduler {
        private static final int LENGTH = 200;
        private final Random random;
        private final boolean ties;
        private final int cpus;
        private final int threads;
        private final HostRecorder facts = new HostRecorder("h", 0);
        /** Thread on each CPU, by tid; 0 for idle. */
        private final int[] on;
        /** Since when each CPU is in an interrupt, −1 for not; and the vector of the soft one in it, −1 for a hard one. */
        private final long[] interrupted;
        private final int[] vector;
        private final ThreadState[] state;
        private final boolean[] alive;
        /** [time][tid] what each did from then on; null before its life and after. */
        private final ThreadState[][] truth = new ThreadState[LENGTH][];
        private final Map<Long, Integer> wakers = new HashMap<>();

        Scheduler(Random random, boolean ties) {
            this.random = random;
            this.ties = ties;
            cpus = 1 + random.nextInt(3);
            threads = 2 + random.nextInt(6);
            on = new int[cpus];
            interrupted = new long[cpus];
            Arrays.fill(interrupted, -1);
            vector = new int[cpus];
            state = new ThreadState[threads + 1];
            alive = new boolean[threads + 1];
            for (int tid = 1; tid <= threads; tid++) {
                alive[tid] = random.nextInt(5) > 0;
                state[tid] = random.nextBoolean() ? ThreadState.BLOCKED : ThreadState.RUNNABLE;
            }
            for (int cpu = 0; cpu < cpus; cpu++) {
                int tid = random.nextInt(threads + 1);
                if (tid > 0 && alive[tid] && state[tid] != ThreadState.RUNNING) {
                    state[tid] = ThreadState.RUNNING;
                    on[cpu] = tid;
                }
            }
        }

        void run() {
            for (int time = 0; time < LENGTH; time++) {
                // with ties several things happen in a nanosecond, and the CPUs' streams are read one after the other
                List<List<Runnable>> streams = streams();
                int things = ties && time > 0 ? random.nextInt(3) : time > 0 ? random.nextInt(2) : 0;
                boolean[] touched = new boolean[threads + 1];
                for (int i = 0; i < things; i++) {
                    act(time, streams, touched);
                }
                for (List<Runnable> stream : streams) {
                    stream.forEach(Runnable::run);
                }
                truth[time] = new ThreadState[threads + 1];
                for (int tid = 1; tid <= threads; tid++) {
                    truth[time][tid] = alive[tid] ? state[tid] : null;
                }
                for (int cpu = 0; cpu < cpus; cpu++) {
                    if (interrupted[cpu] >= 0) {
                        truth[time][on[cpu]] = ThreadState.INTERRUPTED;
                    }
                }
            }
            for (int cpu = 0; cpu < cpus; cpu++) {
                // nobody knows how long an interrupt takes that has not ended
                for (long time = interrupted[cpu]; time >= 0 && time < LENGTH; time++) {
                    truth[(int) time][on[cpu]] = ThreadState.RUNNING;
                }
            }
            Timeline timeline = assemble(facts.finish(LENGTH));
            checkPromises(timeline);
            assertThat(timeline.caveats()).extracting(Caveat::kind).doesNotContain("contradicting-switches", "repaired-interrupts",
                    "lost-events", "impossible-cpu", "impossible-thread", "repeated-switches");
            compare(timeline);
        }

        private List<List<Runnable>> streams() {
            List<List<Runnable>> streams = new ArrayList<>();
            for (int cpu = 0; cpu < cpus; cpu++) {
                streams.add(new ArrayList<>());
            }
            return streams;
        }

        private void act(long time, List<List<Runnable>> streams, boolean[] touched) {
            int cpu = random.nextInt(cpus);
            int running = on[cpu];
            int tid = 1 + random.nextInt(threads);
            if (interrupted[cpu] >= 0 || random.nextInt(4) == 0) {
                interrupt(time, cpu, streams.get(cpu));
                return;
            }
            // a thread does at most one thing a nanosecond, but may leave one CPU and come to another
            switch (random.nextInt(5)) {
                case 0 -> {
                    if (alive[tid] && state[tid] == ThreadState.BLOCKED && !touched[tid]) {
                        touched[tid] = true;
                        state[tid] = ThreadState.RUNNABLE;
                        wakers.put(time << 8 | tid, running);
                        streams.get(cpu).add(() -> facts.waking(time, cpu, tid, "t" + tid));
                    }
                }
                case 1 -> {
                    if (!alive[tid] && running != 0 && !touched[tid]) {
                        touched[tid] = true;
                        alive[tid] = true;
                        state[tid] = ThreadState.RUNNABLE;
                        streams.get(cpu).add(() -> facts.forked(time, cpu, running, tid, tid, "t" + tid));
                    }
                }
                default -> switchTo(time, cpu, running, streams, touched);
            }
        }

        /** Begins an interrupt, or goes on with it: nothing else happens on the CPU until it ends. */
        private void interrupt(long time, int cpu, List<Runnable> stream) {
            int soft = vector[cpu];
            if (interrupted[cpu] < 0) {
                interrupted[cpu] = time;
                vector[cpu] = random.nextInt(3) - 1;
                int begun = vector[cpu];
                stream.add(() -> {
                    if (begun < 0) {
                        facts.interruptEntry(time, cpu, 7);
                    } else {
                        facts.softInterruptEntry(time, cpu, begun);
                    }
                });
            } else if (random.nextBoolean()) {
                // another one inside, over at once
                stream.add(() -> facts.interruptEntry(time, cpu, 9));
                stream.add(() -> facts.interruptExit(time, cpu, 9));
            } else {
                interrupted[cpu] = -1;
                stream.add(() -> {
                    if (soft < 0) {
                        facts.interruptExit(time, cpu, 7);
                    } else {
                        facts.softInterruptExit(time, cpu, soft);
                    }
                });
            }
        }

        private void switchTo(long time, int cpu, int running, List<List<Runnable>> streams, boolean[] touched) {
            int next = 0;
            for (int tries = 0; tries < 4; tries++) {
                int tid = 1 + random.nextInt(threads);
                boolean ready = alive[tid] && (state[tid] == ThreadState.RUNNABLE || state[tid] == ThreadState.PREEMPTED);
                if (ready && tid != running && (!touched[tid] || state[tid] == ThreadState.PREEMPTED)) {
                    next = tid;
                    break;
                }
            }
            if (next == running || (running != 0 && touched[running])) {
                return;
            }
            Leave living = random.nextBoolean() ? Leave.PREEMPTED : random.nextInt(4) == 0 ? Leave.UNINTERRUPTIBLE : Leave.BLOCKED;
            Leave leave = running == 0 ? Leave.PREEMPTED : random.nextInt(8) == 0 ? Leave.DEAD : living;
            if (running != 0) {
                touched[running] = true;
                state[running] = leave == Leave.PREEMPTED ? ThreadState.PREEMPTED : ThreadState.BLOCKED;
                alive[running] = leave != Leave.DEAD;
            }
            if (next != 0) {
                touched[next] = true;
                state[next] = ThreadState.RUNNING;
            }
            on[cpu] = next;
            int chosen = next;
            streams.get(cpu).add(() -> facts.switched(time, cpu, running, "t" + running, leave, chosen, "t" + chosen));
        }

        private void compare(Timeline timeline) {
            long unknown = 0;
            for (int thread = 0; thread < timeline.threadCount(); thread++) {
                int tid = timeline.tid(thread);
                if (tid == 0) {
                    continue;
                }
                boolean first = true;
                for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                    for (long time = timeline.start(s); time < timeline.end(thread, s); time++) {
                        if (timeline.state(s) == ThreadState.UNKNOWN) {
                            assertThat(first).as("only before its first event may a thread's state be unknown: t" + tid + " at " + time)
                                    .isTrue();
                            unknown++;
                        } else {
                            assertThat(timeline.state(s)).as("t" + tid + " at " + time).isEqualTo(truth[(int) time][tid]);
                        }
                    }
                    first = false;
                    boolean woken = timeline.state(s) == ThreadState.BLOCKED && !timeline.isOpen(thread, s);
                    Integer waker = wakers.get(timeline.end(thread, s) << 8 | tid);
                    if (woken && waker != null && waker != 0 && !ties) {
                        assertThat(timeline.tid(timeline.target(s))).as("who woke t" + tid + " at " + timeline.end(thread, s))
                                .isEqualTo(waker);
                    }
                }
            }
            assertThat(unknown).isLessThanOrEqualTo((long) LENGTH * threads);
        }
    }
}
