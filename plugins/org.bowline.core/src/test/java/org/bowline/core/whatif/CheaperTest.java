/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;
import org.bowline.core.model.VertexKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.testing.RandomTimelines;
import org.bowline.core.testing.Seeds;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.timeline.TimelineBuilder;
import org.bowline.core.waitfor.EdgeWaits;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

class CheaperTest {
    private static final BigDecimal HALF = new BigDecimal("0.5");
    private static final int[] NONE = {};

    @Test
    void aBoundIsMonotoneAndNeverMoreThanTheWhole() {
        long before = 0;
        for (int percent = 0; percent <= 100; percent++) {
            long bound = Cheaper.bound(1_000_001, BigDecimal.valueOf(percent, 2));
            assertThat(bound).isGreaterThanOrEqualTo(before).isGreaterThanOrEqualTo(1_000_001L * percent / 100);
            before = bound;
        }
        assertThat(Cheaper.bound(1_000_001, BigDecimal.ZERO)).isZero();
        assertThat(before).isEqualTo(1_000_001);
        assertThat(Cheaper.bound(3, HALF)).as("rounded up, or it would be no bound").isEqualTo(2);
        assertThat(Cheaper.bound(Long.MAX_VALUE, BigDecimal.ONE)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> Cheaper.bound(1, new BigDecimal("1.01"))).withMessageContaining("1.01");
        assertThatIllegalArgumentException().isThrownBy(() -> Cheaper.bound(1, new BigDecimal("-0.1")));
    }

    /** The nanoseconds of the range in which some of it happens, one by one. */
    private static BitSet naive(Cheaper cheaper) {
        WaitForGraph graph = cheaper.graph();
        Timeline timeline = graph.timeline();
        BitSet happens = new BitSet();
        for (int edge : cheaper.edges()) {
            EdgeWaits waits = EdgeWaits.of(graph, new int[] {edge}, Integer.MAX_VALUE, Progress.NONE);
            for (int i = 0; i < waits.size() && !graph.isIdle(edge); i++) {
                set(graph, happens, waits.startNanos(i), waits.endNanos(i));
            }
        }
        for (int thread : cheaper.running()) {
            for (int s = timeline.firstSegment(thread); s < timeline.endSegment(thread); s++) {
                if (timeline.state(s) == ThreadState.RUNNING) {
                    set(graph, happens, timeline.start(s), timeline.end(thread, s));
                }
            }
        }
        return happens;
    }

    private static void set(WaitForGraph graph, BitSet bits, long from, long to) {
        long begin = Math.max(from, graph.fromNanos());
        long end = Math.min(to, graph.toNanos());
        if (begin < end) {
            bits.set((int) (begin - graph.fromNanos()), (int) (end - graph.fromNanos()));
        }
    }

    private static int[] some(Random random, int count) {
        return IntStream.range(0, count).filter(i -> random.nextInt(3) == 0).toArray();
    }

    @Test
    void theTimeIsThatOfALookAtEveryNanosecond() {
        long found = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.any(seed);
            long from = random.nextInt(10);
            WaitForGraph graph = WaitForAnalysis.run(timeline, from, from + 1 + random.nextInt(40), null, Progress.NONE);
            int[] running = IntStream.of(some(random, timeline.threadCount())).filter(thread -> !timeline.isIdle(thread)).toArray();
            Cheaper cheaper = new Cheaper(graph, some(random, graph.edgeCount()), running);
            long nanos = cheaper.nanos(thread -> true, Progress.NONE);
            assertThat(nanos).as(Seeds.name(seed)).isEqualTo(Math.min(naive(cheaper).cardinality(), graph.rangeNanos()));
            long most = 0;
            long sum = 0;
            for (int edge : cheaper.edges()) {
                long one = new Cheaper(graph, new int[] {edge}, NONE).nanos(thread -> true, Progress.NONE);
                most = Math.max(most, one);
                sum += one;
            }
            long edges = new Cheaper(graph, cheaper.edges(), NONE).nanos(thread -> true, Progress.NONE);
            assertThat(edges).as(Seeds.name(seed)).isBetween(most, sum);
            assertThat(nanos).as(Seeds.name(seed)).isGreaterThanOrEqualTo(edges);
            found += nanos;
        }
        assertThat(found).isGreaterThan(10_000);
    }

    @Test
    void whatHoldsUpNobodyWhoseWaitsCountWinsNothing() {
        TimelineBuilder builder = new TimelineBuilder();
        int host = builder.host("h");
        for (int i = 0; i < 4; i++) {
            builder.thread(host, 10 + i, 10, "t" + i);
        }
        builder.blocked(0, 0, 40, Cause.THREAD, 1, Timeline.NONE, 0);
        builder.segment(0, 40, 100, ThreadState.RUNNING, 0);
        builder.segment(1, 0, 100, ThreadState.RUNNING, 1);
        builder.blocked(2, 0, 100, Cause.THREAD, 3, Timeline.NONE, 2);
        builder.segment(3, 0, 100, ThreadState.RUNNING, 3);
        Timeline timeline = builder.build(0, 100);
        WaitForGraph graph = WaitForAnalysis.run(timeline, 0, 100, thread -> thread == 0, Progress.NONE);
        assertThat(new Cheaper(graph, NONE, new int[] {3}).nanos(thread -> thread == 0, Progress.NONE)).isZero();
        assertThat(new Cheaper(graph, NONE, new int[] {1}).nanos(thread -> thread == 0, Progress.NONE)).as("while 0 waits for it")
                .isEqualTo(40);
        assertThat(new Cheaper(graph, NONE, new int[] {0, 1}).nanos(thread -> thread == 0, Progress.NONE)).isEqualTo(100);
    }

    /** Of a client that waits for an answer of which the kernel sends the last part at 60, while the server is in a wait since 20: what shorter waits of the server for the client win. */
    private static long wins(boolean acknowledgement) {
        TimelineBuilder builder = new TimelineBuilder();
        builder.thread(builder.host("A"), 10, 10, "client");
        builder.thread(builder.host("B"), 11, 11, "server");
        int answer = builder.packet(60, 70, 1);
        int next = builder.packet(80, 90, 0);
        if (acknowledgement) {
            builder.packetAcknowledges(next);
        }
        builder.blocked(0, 0, 70, Cause.NETWORK, 1, answer, 0);
        builder.segment(0, 70, 100, ThreadState.RUNNING, 0);
        builder.segment(1, 0, 20, ThreadState.RUNNING, 1);
        builder.blocked(1, 20, 90, Cause.NETWORK, 0, next, 1);
        builder.segment(1, 90, 100, ThreadState.RUNNING, 1);
        WaitForGraph graph = WaitForAnalysis.run(builder.build(0, 100), 0, 100, thread -> thread == 0, Progress.NONE);
        return new Cheaper(graph, new int[] {graph.edge(1, 0)}, NONE).chainNanos(0, 0, 100, Progress.NONE);
    }

    @Test
    void whatTheKernelSendsWhileItsSenderWaitsForTheNextRequestDoesNotComeEarlierWithIt() {
        assertThat(wins(false)).isZero();
        assertThat(wins(true)).as("it waits until the other side has taken what came before").isEqualTo(40);
    }

    @Test
    void aChainEndsAndIsNoLongerThanItsTime() {
        long found = 0;
        for (int i = 0; i < 3_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Timeline timeline = RandomTimelines.any(seed);
            long from = random.nextInt(10);
            long to = from + 1 + random.nextInt(40);
            WaitForGraph graph = WaitForAnalysis.run(timeline, 0, timeline.endNanos(), null, Progress.NONE);
            int[] running = some(random, timeline.threadCount());
            int[] edges = some(random, graph.edgeCount());
            int thread = random.nextInt(timeline.threadCount());
            long nanos = new Cheaper(graph, edges, running).chainNanos(thread, from, to, Progress.NONE);
            long ofEdges = new Cheaper(graph, edges, NONE).chainNanos(thread, from, to, Progress.NONE);
            long ofWork = new Cheaper(graph, NONE, running).chainNanos(thread, from, to, Progress.NONE);
            assertThat(nanos).as(Seeds.name(seed)).isBetween(Math.max(ofEdges, ofWork), Math.min(to - from, ofEdges + ofWork));
            found += nanos;
        }
        assertThat(found).isGreaterThan(2_000);
    }

    /** A step of a program: runs, uses a disk, or waits until another thread has done some of its steps. */
    private record Step(char kind, long nanos, int thread, int steps) {}

    /** A program of threads with a processor each, and a disk each. Who waits, waits for earlier steps of threads, so that it ends. */
    private static final class Program {
        private final List<List<Step>> threads = new ArrayList<>();
        private final List<long[]> begins = new ArrayList<>();
        private final List<long[]> ends = new ArrayList<>();

        static Program random(Random random) {
            Program program = new Program();
            int count = 2 + random.nextInt(4);
            for (int thread = 0; thread < count; thread++) {
                program.threads.add(new ArrayList<>());
            }
            for (int i = 0; i < 10 * count; i++) {
                int thread = random.nextInt(count);
                int other = random.nextInt(count);
                List<Step> steps = program.threads.get(thread);
                int done = program.threads.get(other).size();
                if (random.nextInt(3) == 0 && other != thread && done > 0) {
                    steps.add(new Step('w', 0, other, done));
                } else {
                    steps.add(new Step(random.nextInt(3) == 0 ? 'd' : 'r', 1000L * (1 + random.nextInt(20)), -1, 0));
                }
            }
            return program;
        }

        /** The same where some threads run, or the disk works, for a share of the time only. */
        Program cheaper(BitSet running, boolean disk, int percentLeft) {
            Program program = new Program();
            for (int thread = 0; thread < threads.size(); thread++) {
                List<Step> steps = new ArrayList<>();
                for (Step step : threads.get(thread)) {
                    boolean less = step.kind() == 'r' && running.get(thread) || step.kind() == 'd' && disk;
                    steps.add(less ? new Step(step.kind(), step.nanos() * percentLeft / 100, -1, 0) : step);
                }
                program.threads.add(steps);
            }
            return program;
        }

        /** When all have ended. */
        long run() {
            threads.forEach(steps -> {
                begins.add(new long[steps.size()]);
                ends.add(new long[steps.size()]);
            });
            int[] next = new int[threads.size()];
            long last = 0;
            boolean more = true;
            while (more) {
                more = false;
                for (int thread = 0; thread < next.length; thread++) {
                    List<Step> steps = threads.get(thread);
                    if (next[thread] < steps.size()) {
                        Step step = steps.get(next[thread]);
                        long begin = next[thread] == 0 ? 0 : ends.get(thread)[next[thread] - 1];
                        if (step.kind() != 'w' || next[step.thread()] >= step.steps()) {
                            long until = step.kind() == 'w' ? Math.max(begin, ends.get(step.thread())[step.steps() - 1])
                                    : begin + step.nanos();
                            begins.get(thread)[next[thread]] = begin;
                            ends.get(thread)[next[thread]++] = until;
                            last = Math.max(last, until);
                            more = true;
                        }
                    }
                }
            }
            return last;
        }

        Timeline timeline(long end) {
            TimelineBuilder builder = new TimelineBuilder();
            int host = builder.host("h");
            for (int thread = 0; thread < threads.size(); thread++) {
                builder.thread(host, 10 + thread, 10, "t" + thread);
            }
            int disk = builder.resource(host, VertexKind.DISK, "disk");
            for (int thread = 0; thread < threads.size(); thread++) {
                for (int i = 0; i < threads.get(thread).size(); i++) {
                    Step step = threads.get(thread).get(i);
                    long from = begins.get(thread)[i];
                    long to = ends.get(thread)[i];
                    switch (step.kind()) {
                        case 'r' -> builder.segment(thread, from, to, ThreadState.RUNNING, thread);
                        case 'd' -> builder.blocked(thread, from, to, Cause.DISK, disk, Timeline.NONE, thread);
                        default -> builder.blocked(thread, from, to, Cause.THREAD, step.thread(), Timeline.NONE, thread);
                    }
                }
            }
            return builder.build(0, end);
        }
    }

    @Test
    void noProgramWinsMoreThanTheBound() {
        long won = 0;
        for (int i = 0; i < 2_000; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            Program program = Program.random(random);
            long end = program.run();
            if (end == 0) {
                continue;
            }
            Timeline timeline = program.timeline(end);
            WaitForGraph graph = WaitForAnalysis.run(timeline, 0, end, null, Progress.NONE);
            int[] running = some(random, timeline.threadCount());
            boolean disk = random.nextBoolean();
            int[] edges = IntStream.range(0, graph.edgeCount()).filter(edge -> disk && graph.target(edge) >= timeline.threadCount())
                    .toArray();
            Cheaper cheaper = new Cheaper(graph, edges, running);
            BitSet faster = new BitSet();
            IntStream.of(running).forEach(faster::set);
            for (int percent : new int[] {0, 25, 50, 100}) {
                long gain = end - program.cheaper(faster, disk, 100 - percent).run();
                long bound = Cheaper.bound(cheaper.nanos(thread -> true, Progress.NONE), BigDecimal.valueOf(percent, 2));
                assertThat(gain).as(Seeds.name(seed) + ", " + percent + " %").isBetween(0L, bound);
                won += gain;
            }
            int last = IntStream.range(0, timeline.threadCount()).filter(thread -> timeline.threadEnd(thread) == end).findFirst()
                    .orElseThrow();
            long gain = end - program.cheaper(faster, disk, 50).run();
            assertThat(gain).as(Seeds.name(seed)).isLessThanOrEqualTo(Cheaper.bound(cheaper.chainNanos(last, 0, end, Progress.NONE), HALF));
        }
        assertThat(won).isGreaterThan(1_000_000);
    }
}
