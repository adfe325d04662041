/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;

import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.Finding;
import org.bowline.core.finding.NextStep;
import org.bowline.core.finding.RuleSettings;
import org.bowline.core.finding.Severity;
import org.bowline.core.finding.rules.Stage;
import org.bowline.core.interval.MatchedIntervals;
import org.bowline.core.interval.NamedInterval;

public class SlowerWithTimeTest {
    private static final SlowerWithTime RULE = new SlowerWithTime();

    /** A server has a request in every 10 ms, each by some time longer than the one before, the first of 1 ms. */
    public static Analysis server(int requests, long moreMicros) {
        return server(requests, i -> moreMicros * i);
    }

    /** The last quarter of 40 takes 0.6 ms longer. */
    public static Analysis late() {
        return server(40, i -> i < 30 ? i : 600 + i);
    }

    private static Analysis server(int requests, IntToLongFunction moreMicros) {
        Stage stage = new Stage();
        int server = stage.thread(stage.host("h"), 1, "server");
        List<NamedInterval> all = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            long begin = 10_000L * i;
            stage.runs(server, begin + 10_000);
            all.add(new NamedInterval("get", "" + i, 0, server, begin * Stage.US, (begin + 1_000 + moreMicros.applyAsLong(i)) * Stage.US));
        }
        return Analysis.of(stage.builder.build()).intervals(new MatchedIntervals(all, List.of())).build();
    }

    @Test
    void requestsThatTakeLongerAndLongerAreToldWithTheFirstAndTheLastOfThem() {
        Analysis analysis = server(40, 50);
        List<Finding> findings = Stage.see(RULE, analysis, RuleSettings.STANDARD).findings();
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.subject()).isEqualTo("get");
            assertThat(finding.summary())
                    .isEqualTo("Requests take longer the later they begin (get): the first quarter of 40 takes 1.23 ms at the"
                            + " median, the last 2.73 ms (rank correlation of length and time 1.00), while 0.1 and 0.3 of them are under way on average."
                            + " If all took as long at the median as the first quarter they would take 38.0 % less time (an estimate).");
            assertThat(finding.estimate()).isTrue();
        });
        NextStep.Step next = RULE.next(analysis, findings.get(0));
        assertThat(next.command()).isEqualTo("variance");
    }

    @Test
    void requestsThatTakeHardlyLongerOrAreFewAreNotTold() {
        assertThat(Stage.see(RULE, server(40, 10), RuleSettings.STANDARD).findings()).isEmpty();
        assertThat(Stage.see(RULE, server(19, 50), RuleSettings.STANDARD).reason())
                .isEqualTo("it is not said which events begin and end requests, or no label has 20 that ended");
    }
}
