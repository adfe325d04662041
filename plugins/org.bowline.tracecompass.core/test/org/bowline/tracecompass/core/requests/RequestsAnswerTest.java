/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.RecordedIntervals;
import org.bowline.core.finding.Findings;
import org.bowline.core.interval.IntervalPaths;
import org.bowline.core.interval.NamedInterval;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.IntervalNames;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.tracecompass.core.ThreeTier;
import org.bowline.tracecompass.core.analysis.RequestEvents;
import org.bowline.tracecompass.core.findings.FindingsAnswer;
import org.bowline.tracecompass.core.tags.RuleEvents;

/** The requests of the sample, read after its traces were closed, against what the command line reads in one go. */
final class RequestsAnswerTest {
    private static final List<IntervalSpec> PAIRS = List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type"));
    private static RecordedIntervals read;
    private static RequestsAnswer.Known answer;
    private static Analysis commandLine;

    @BeforeAll
    static void readBoth() throws IOException {
        read = RequestEvents.read(List.of(ThreeTier.folder()), ThreeTier.result(), PAIRS, Progress.NONE);
        answer = RequestsAnswer.of(ThreeTier.result(), read, true, Question.WORK, Progress.NONE);
        commandLine = Analysis.of(List.of(ThreeTier.folder()), OpenOptions.DEFAULT, Question.WORK.about(PAIRS, Question.Part.WORK),
                Progress.NONE);
    }

    private static RequestWords words() {
        return new RequestWords(answer, Long::toString);
    }

    private static List<Request> ofLabel(String label) {
        return answer.of(Set.of(label));
    }

    @Test
    void rangeRequestsPathsAndCaveatsAreThoseOfTheCommandLine() {
        assertThat(answer.analysis().range()).isEqualTo(commandLine.range());
        IntervalPaths paths = commandLine.get(Analysis.INTERVALS);
        assertThat(answer.labels()).usingRecursiveComparison().isEqualTo(paths.labels());
        assertThat(answer.requests()).hasSize(60).extracting(Request::path).containsExactlyInAnyOrderElementsOf(paths.paths());
        assertThat(answer.analysis().caveats(List.of(Analysis.INTERVALS)))
                .containsExactlyInAnyOrderElementsOf(commandLine.caveats(List.of(Analysis.INTERVALS)));
    }

    @Test
    void findingsAreThoseOfTheCommandLine() {
        Findings expected = Findings.of(commandLine);
        FindingsAnswer found = FindingsAnswer.of(ThreeTier.result(), read.recorded(), read, RuleEvents.NONE, Question.WORK, Progress.NONE);
        assertThat(found.findings().findings()).isEqualTo(expected.findings());
        assertThat(found.analysis().range()).isEqualTo(commandLine.range());
    }

    @Test
    void aPartOfTheRangeHasTheRequestsThatLieInIt() {
        NamedInterval last = answer.requests().stream().map(Request::interval).max(NamedInterval.BY_TIME).orElseThrow();
        RequestsAnswer.Known part = RequestsAnswer.of(ThreeTier.result(), read, true,
                Question.WORK.within(last.beginNanos(), last.endNanos()), Progress.NONE);
        assertThat(part.requests()).extracting(Request::interval).containsExactly(last);
    }

    @Test
    void theSlowestStandFirstAndLabelsChooseAmongThem() {
        assertThat(answer.requests()).isSortedAccordingTo(Request.SLOWEST);
        assertThat(ofLabel("2")).hasSize(10).allMatch(one -> one.interval().label().equals("2"));
        assertThat(answer.of(Set.of("0", "2"))).hasSize(20);
        assertThat(answer.of(Set.of())).hasSize(60);
        assertThat(answer.perSecond(answer.labels().get(0))).isBetween(14.9, 15.1);
    }

    @Test
    void withFewRequestsOfALabelItIsSaidHowManyAreNeeded() {
        assertThat(words().text(Set.of("2"), List.of())).startsWith("There are too few requests").contains("10 of at least 20");
        assertThat(words().text(Set.of(), List.of())).as("of all labels").isEqualTo(words().text(Set.of("2"), List.of()));
    }

    @Test
    void oneRequestIsComparedWithTypicalOnesOfItsLabel() {
        Request slowest = ofLabel("0").get(0);
        assertThat(words().text(Set.of(), List.of(slowest)))
                .startsWith("Request " + slowest.interval().key() + " spends ").contains(" more than typical ones (12.0 ms against ")
                .contains(": ");
    }

    @Test
    void twoRequestsAreComparedWithEachOtherTheSlowerFirst() {
        Request slow = ofLabel("2").get(0);
        Request fast = ofLabel("0").get(9);
        String text = words().text(Set.of(), List.of(fast, slow));
        assertThat(text).startsWith("Request " + slow.interval().key() + " spends ")
                .contains(" more than request " + fast.interval().key() + " (")
                .contains("waiting for disk vdd in w1-backend (C)").doesNotContain("[");
    }

    @Test
    void manyAreComparedWithTheRestAndTwoLabelsWithEachOther() {
        List<Request> slow = answer.requests().subList(0, 6);
        assertThat(words().text(Set.of(), slow)).startsWith("6 requests of all spend ").contains(" more than the other 54 (");
        assertThat(words().text(Set.of("0", "2"), List.of())).startsWith("10 requests of type 2 spend ")
                .contains(" more than the 10 of type 0 (")
                .contains("waiting for disk vdd in w1-backend (C) [");
        assertThat(words().text(Set.of("2"), ofLabel("2"))).as("nothing is left to compare with").startsWith("There are too few");
    }

    @Test
    void eventsThatNoTraceHasAreRefusedAndACancelledReadingStops() {
        List<IntervalSpec> misspelt = List.of(IntervalSpec.parse("begin=wl:req_start,end=wl:req_end"));
        assertThatThrownBy(() -> RequestEvents.read(List.of(ThreeTier.folder()), ThreeTier.result(), misspelt, Progress.NONE))
                .isInstanceOf(IntervalNames.UnknownNameException.class).hasMessageContaining("wl:req_begin");
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody looks
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        assertThatThrownBy(() -> RequestsAnswer.of(ThreeTier.result(), read, true, Question.WORK, cancelled))
                .isInstanceOf(CancelledException.class);
    }

    @Test
    void theNearestPointIsFoundAsBySearchingAll() {
        RequestScene scene = RequestScene.of(answer.requests(), answer.analysis().fromNanos(), answer.analysis().toNanos(), 24);
        assertThat(scene.requests()).allMatch(one -> scene.x(one) >= 0 && scene.x(one) <= 1 && scene.y(one) > 0 && scene.y(one) < 1);
        Random random = new Random(7);
        for (int round = 0; round < 200; round++) {
            double x = random.nextDouble();
            double y = random.nextDouble();
            double best = scene.requests().stream().mapToDouble(one -> Math.hypot((scene.x(one) - x) * 400, (scene.y(one) - y) * 200)).min()
                    .orElseThrow();
            Request found = scene.nearest(x, y, 400, 200, 20);
            assertThat(found == null).isEqualTo(best > 20);
            assertThat(found == null ? best : Math.hypot((scene.x(found) - x) * 400, (scene.y(found) - y) * 200)).isEqualTo(best);
        }
        assertThat(scene.next(null, 1)).isEqualTo(scene.requests().get(0));
        assertThat(scene.next(scene.requests().get(0), -1)).isEqualTo(scene.requests().get(0));
        assertThat(scene.next(scene.requests().get(0), 1)).isEqualTo(scene.requests().get(1));
        assertThat(scene.next(null, -1)).isEqualTo(scene.requests().get(59));
    }

    @Test
    void thereMayBeNoRequestAtAll() {
        RequestScene empty = RequestScene.of(List.of(), 5, 6, 24);
        assertThat(empty.nearest(0.5, 0.5, 100, 100, 1000)).isNull();
        assertThat(empty.next(null, 1)).isNull();
        assertThat(new ArrayList<>(empty.requests())).isEmpty();
        assertThat(empty.latencies().began()).isZero();
    }
}
