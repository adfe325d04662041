/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.finding.Severity;
import org.bowline.core.model.Caveat;
import org.bowline.report.rows.IntervalPathRow;
import org.bowline.runs.compare.Comparison;
import org.bowline.runs.compare.Difference;

/** What a recording of programs alone tells, which has no thread: how long intervals take, and how many there are in a second. */
class RunFactsTest {
    private static final long SECOND = 1_000_000_000L;

    /** Intervals that begin one after another, as many in a second as is said, and one that hangs. */
    private static RunFacts programs(String name, int perSecond) {
        RunFacts.Builder run = new RunFacts.Builder(name);
        for (int i = 0; i < 2 * perSecond; i++) {
            long start = 5 * SECOND + i * SECOND / perSecond;
            run.interval(new IntervalPathRow("a", "" + i, start, start + SECOND / perSecond, true, "A", -1, "", "unknown", "", "", 1));
        }
        run.interval(new IntervalPathRow("a", "hangs", 6 * SECOND, 9 * SECOND, false, "A", -1, "", "unknown", "", "", 1));
        return run.build();
    }

    @Test
    void withoutThreadsARunIsAsLongAsTheTimeInWhichIntervalsEnded() {
        RunFacts run = programs("run", 100);
        assertThat(run.rangeNanos()).isEqualTo(2 * SECOND);
        assertThat(run.knowsThreads()).isFalse();
        assertThat(run.hosts()).containsExactly("A");
        assertThat(run.intervalParts()).isEmpty();
        assertThat(RunFacts.of("empty", 0, Map.of()).rangeNanos()).isZero();
    }

    @Test
    void theirThroughputIsComparedAndNothingOfTheirWaits() {
        List<Difference> told = Comparison.of(List.of(programs("1", 100), programs("2", 110)),
                List.of(programs("3", 200), programs("4", 210))).differences();
        assertThat(told).extracting(one -> one.measure().kind().label()).contains("throughput")
                .doesNotContain("path-share", "wait-cause", "interval-cause");
        assertThat(told).filteredOn(one -> one.measure().kind().label().equals("throughput")).singleElement()
                .satisfies(one -> assertThat(one.change()).isBetween(0.9, 1.0));
    }

    private static RunFacts without(String name, String... missing) {
        RunFacts.Builder run = new RunFacts.Builder(name);
        for (String subject : missing) {
            run.finding(new FindingFact("missing-events", subject, Severity.INFO, "A has no disk requests, in " + name, false));
        }
        return run.build();
    }

    /** Else a disk's waits would have gone with the new build. */
    @Test
    void setsThatWereNotRecordedAlikeAreTold() {
        RunFacts all = without("all");
        RunFacts some = without("some", "A: disk-requests");
        assertThat(Comparison.of(List.of(some, some), List.of(all, all)).caveats())
                .filteredOn(caveat -> caveat.kind().equals("events-differ"))
                .singleElement().matches(caveat -> caveat.text()
                        .contains("in all runs of BASE and in none of NEW it is found that A has no disk requests, in some"));
        assertThat(Comparison.of(List.of(all), List.of(some)).caveats()).extracting(Caveat::kind).contains("events-differ");
        assertThat(Comparison.of(List.of(all, some), List.of(all, all)).caveats()).as("by chance").extracting(Caveat::kind)
                .doesNotContain("events-differ");
        assertThat(Comparison.of(List.of(some), List.of(some)).caveats()).extracting(Caveat::kind).doesNotContain("events-differ");
    }

    /** What is not known of a run is not 0 there. */
    @Test
    void waitsOfARunWithThreadsAreNotComparedWithOneWithoutThem() {
        RunFacts waits = RunFacts.of("kernel", 2 * SECOND, Map.of("a", new long[] {1, 2}), Map.of("disk", SECOND));
        assertThat(Comparison.of(List.of(waits, waits), List.of(programs("3", 200), programs("4", 210))).differences())
                .filteredOn(one -> one.measure().kind().label().equals("wait-cause")).singleElement()
                .matches(one -> one.verdict() == Difference.Verdict.NOT_COMPARABLE);
    }
}
