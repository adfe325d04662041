/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.lock.LockHistory;
import org.bowline.core.lock.LockUse;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.LockEvents;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.Experiment;
import org.bowline.core.waitfor.Blame;
import org.bowline.core.waitfor.WaitForAnalysis;
import org.bowline.core.waitfor.WaitForGraph;

/** What a recorded program says of its lock beside its mutex events: when it wanted it, and when it was inside. */
class LockTruthTest {
    private static final Path RECORDING = Recording.own("lock-contention");

    private record Span(int tid, String name, long begin, long end) {}

    private static List<Span> spans() throws IOException {
        List<Span> spans = new ArrayList<>();
        for (String line : Files.readAllLines(RECORDING.resolve("spans.csv"))) {
            String[] cells = line.split(",");
            if (!cells[0].equals("host")) {
                spans.add(new Span(Integer.parseInt(cells[1]), cells[2], Long.parseLong(cells[5]), Long.parseLong(cells[6])));
            }
        }
        return spans;
    }

    private static Timeline timeline() throws IOException {
        try (Experiment experiment = Recording.open(RECORDING)) {
            return experiment.read(Progress.NONE).timeline();
        }
    }

    /** The same without what the program told, so that the system calls are all there is. */
    private static Timeline withoutMutexes(Timeline timeline) {
        LockEvents all = timeline.locks();
        LockEvents.Builder calls = new LockEvents.Builder();
        for (int i = 0; i < all.size(); i++) {
            if (all.kind(i).ordinal() > LockEvents.Kind.RELEASED.ordinal()) {
                calls.add(all.nanos(i), all.thread(i), all.kind(i), all.process(i), all.address(i));
            }
        }
        return timeline.withOnly(calls.build());
    }

    private static long overlap(Span a, Span b) {
        return Math.max(0, Math.min(a.end, b.end) - Math.max(a.begin, b.begin));
    }

    /** For how long a thread that wanted the lock waited while another one was inside. */
    private static long truth(List<Span> spans, int waiting, int inside) {
        long sum = 0;
        for (Span wait : spans) {
            for (Span critical : spans) {
                if (wait.tid == waiting && wait.name.equals("lock") && critical.tid == inside && critical.name.equals("critical")) {
                    sum += overlap(wait, critical);
                }
            }
        }
        return sum;
    }

    @Test
    void everyHoldIsTheTimeInsideTheCriticalSection() throws IOException {
        Timeline timeline = timeline();
        LockHistory history = LockHistory.of(timeline, Progress.NONE);
        LockUse use = LockUse.of(history, timeline.startNanos(), timeline.endNanos(), timeline.endNanos() - timeline.startNanos(),
                Progress.NONE).get(0);
        assertThat(history.isEstimate(use.lock())).isFalse();
        assertThat(use.acquisitions()).isEqualTo(120);
        long inside = spans().stream().filter(span -> span.name.equals("critical")).mapToLong(span -> span.end - span.begin).sum();
        assertThat((double) use.holdNanos()).isCloseTo((double) inside, within(0.05 * inside));
        assertThat(timeline.name(use.holder())).as("who sleeps while it holds the lock").isEqualTo("w3-T0");
    }

    @Test
    void aWaitCountsForWhoWasInsideMeanwhile() throws IOException {
        Timeline timeline = timeline();
        assertShares(timeline, LockHistory.of(timeline, Progress.NONE), Blame.AUTO, 0.05);
    }

    @Test
    void systemCallsAloneTellNearlyTheSame() throws IOException {
        Timeline timeline = withoutMutexes(timeline());
        LockHistory history = LockHistory.of(timeline, Progress.NONE);
        assertThat(history.isEmpty()).isFalse();
        assertShares(timeline, history, Blame.HOLDER, 0.1);
    }

    /** Of all waits for others' critical sections, at most a share counts for the wrong thread. */
    private static void assertShares(Timeline timeline, LockHistory history, Blame blame, double most) throws IOException {
        List<Span> spans = spans();
        WaitForGraph byHolder = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, history, blame,
                Progress.NONE);
        WaitForGraph byWaker = WaitForAnalysis.run(timeline, timeline.startNanos(), timeline.endNanos(), null, Progress.NONE);
        double error = error(timeline, byHolder, spans);
        double errorOfWakers = error(timeline, byWaker, spans);
        assertThat(error).isLessThan(most);
        assertThat(errorOfWakers).as("what the last one who had it would be blamed for wrongly").isGreaterThan(2 * error);
    }

    private static double error(Timeline timeline, WaitForGraph graph, List<Span> spans) {
        double sum = 0;
        double wrong = 0;
        for (int a = 0; a < 4; a++) {
            int waiting = Recording.thread(timeline, "A", "w3-T" + a);
            double[] shares = new double[4];
            double[] truths = new double[4];
            double allShares = 0;
            double allTruths = 0;
            for (int b = 0; b < 4; b++) {
                int inside = Recording.thread(timeline, "A", "w3-T" + b);
                int edge = graph.edge(waiting, inside);
                shares[b] = edge == Timeline.NONE ? 0 : graph.directNanos(edge);
                truths[b] = truth(spans, timeline.tid(waiting), timeline.tid(inside));
                allShares += shares[b];
                allTruths += truths[b];
            }
            for (int b = 0; b < 4; b++) {
                wrong += Math.abs(shares[b] / allShares - truths[b] / allTruths) * allTruths / 2;
            }
            sum += allTruths;
        }
        return wrong / sum;
    }

    @Test
    void circlesOfWaitsAreSaidToGoThroughHoldersOfLocksOnlyWhereTheyDo() throws IOException {
        Timeline timeline;
        try (Experiment experiment = Recording.open(Recording.shared("lab/w3"))) {
            timeline = experiment.read(Progress.NONE).timeline();
        }
        assertThat(caveats(timeline, Blame.AUTO)).filteredOn(caveat -> caveat.kind().equals("wait-cycle")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("through holders of locks"));
        assertThat(caveats(timeline, Blame.WAKER)).noneSatisfy(caveat -> assertThat(caveat.text()).contains("through holders of locks"));
    }

    private static List<Caveat> caveats(Timeline timeline, Blame blame) {
        return WaitForAnalysis
                .run(timeline, timeline.startNanos(), timeline.endNanos(), null, LockHistory.of(timeline, Progress.NONE), blame,
                        Progress.NONE)
                .caveats();
    }
}
