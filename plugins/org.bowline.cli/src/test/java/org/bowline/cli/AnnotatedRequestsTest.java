/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that programs annotate are the intervals where nobody names any. */
class AnnotatedRequestsTest {
    private static final String ANNOTATED = "begin=bowline:interval_begin,end=bowline:interval_end,key=id,label=label";

    private static Captured run(String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].startsWith("tests/") ? Checkout.root().resolve(arguments[i]).toString() : arguments[i];
        }
        return Captured.run(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests", "critical-path", "variance", "findings", "tags"})
    void withoutAnOptionTheSameIsToldAsWithTheAnnotationsNamed(String command) {
        Captured plain = run(command, "tests/traces/tagged-server/slow");
        assertThat(plain.code()).as(plain.error()).isZero();
        assertThat(plain.out()).isEqualTo(run(command, "tests/traces/tagged-server/slow", "--interval", ANNOTATED).out());
    }

    @Test
    void theWorkIsTheTimeOfTheRequestsInCommandsThatTakeNoIntervalsAsWellAndOnlyUntilSomebodySaysOtherwise() {
        String range = "from the first interval to the last";
        assertThat(run("analyze", "tests/traces/tagged-server/slow").out()).contains(range).contains("get: 60 intervals");
        assertThat(run("analyze", "tests/traces/tagged-server/slow", "--interval", "none").out()).doesNotContain("intervals")
                .contains("wait for each other again and again");
        String threads = run("threads", "tests/traces/tagged-server/slow", "--format", "csv").out();
        assertThat(run("threads", "tests/traces/tagged-server/slow", "--format", "csv", "--range", "all").out()).isNotEqualTo(threads);
        assertThat(run("analyze", "tests/traces/lock-contention").out()).doesNotContain(range);
    }

    @Test
    void ofUserSpaceAloneNoEmptyTableIsShown() {
        Captured run = run("analyze", "tests/traces/labelled-work");
        assertThat(run.code()).as(run.error()).isZero();
        assertThat(run.out()).contains("1 host, 2 traces\n").contains("loop: 192 intervals").doesNotContain("Threads with the most waits")
                .doesNotContain("No knot").doesNotContain("0 edges");
    }

    @ParameterizedTest
    @ValueSource(strings = {"requests", "variance", "critical-path"})
    void whereNothingIsAnnotatedThePairsAreNamedThatMayBeRequests(String command) {
        Captured run = run(command, "tests/traces/three-tier");
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("--interval is needed")
                .contains("perhaps --interval begin=wl:req_begin,end=wl:req_end,key=req,label=type (60 pairs) or ").hasLineCount(1);
        Captured none = run(command, "tests/traces/journal-stacks");
        assertThat(none.code()).isEqualTo(ExitCode.USAGE);
        assertThat(none.error()).contains("has no events that look like requests").hasLineCount(1);
    }

    @Test
    void noneIsNoIntervalsAndContradictsAnyOther() {
        assertThat(run("requests", "tests/traces/tagged-server/slow", "--interval", "none").error()).contains("--interval is needed")
                .doesNotContain("perhaps");
        Captured both = run("requests", "tests/traces/tagged-server/slow", "--interval", "none", "--interval", ANNOTATED);
        assertThat(both.code()).isEqualTo(ExitCode.USAGE);
        assertThat(both.error()).contains("--interval none says that there are no intervals, and --interval begin=bowline:");
    }

    @Test
    void theRangeOfIntervalsNeedsIntervals() {
        assertThat(run("findings", "tests/traces/tagged-server/slow", "--range", "intervals").code()).isZero();
        assertThat(run("findings", "tests/traces/lock-contention", "--range", "intervals").error())
                .contains("--range intervals needs --interval");
    }

    @Test
    void thePageOfAWholeRecordingHasModulesThatAreTooNarrowForTheirNames(@TempDir Path directory) {
        Captured whole = run("analyze", "tests/traces/tagged-server/slow", "--range", "all", "-o", directory.resolve("out").toString());
        assertThat(whole.code()).as(whole.error()).isZero();
        assertThat(directory.resolve("out/report.html")).content().contains("Modules of A by time");
    }
}
