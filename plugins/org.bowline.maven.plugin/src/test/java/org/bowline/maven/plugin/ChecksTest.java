/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.util.List;
import java.util.Map;

import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

import org.bowline.maven.plugin.Verdict.State;
import org.bowline.report.run.RunFacts;

/** Limits: what passes, what fails, and what is an error because there is nothing to look at. */
class ChecksTest {
    private final Checks checks = new Checks(
            RunFacts.of("run", 1_000_000_000L, Map.of("buy", new long[] {1_000_000, 2_000_000, 30_000_000})));

    private List<State> states() {
        return checks.verdicts().stream().map(Verdict::state).toList();
    }

    @Test
    void aLimitIsPassedUpToItself() {
        checks.maxP99("buy=30ms");
        checks.maxP99("buy = 29.999999 ms");
        checks.maxP99("*=0.03s");
        assertThat(states()).containsExactly(State.PASSED, State.FAILED, State.PASSED);
        assertThat(checks.verdicts().get(1).line()).contains("p99 of 'buy' is 30.0 ms (3 intervals, so it is the longest, median 2.00 ms)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "buy", "=5ms", "buy=5", "buy=5 minutes", "sell=5ms", "buy=999999999999s"})
    void aLimitOfLatencyThatMeansNothingIsAnError(String rule) {
        checks.maxP99(rule);
        assertThat(states()).containsExactly(State.ERROR);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "disk", "disk=20", "=20%", "dsik=20%", "sell@disk=20%", "db:disk=20%"})
    void aLimitOfAShareThatMeansNothingIsAnError(String rule) {
        checks.maxShare(rule);
        assertThat(states()).containsExactly(State.ERROR);
    }

    @Test
    void withoutIntervalsALimitOfThemIsAnError() {
        Checks none = new Checks(RunFacts.of("run", 1, Map.of()));
        none.maxP99("*=1s");
        none.maxShare("disk=100%");
        none.intervals();
        assertThat(none.verdicts()).extracting(Verdict::state).containsExactly(State.ERROR, State.ERROR, State.ERROR);
        checks.intervals();
        assertThat(states()).isEmpty();
    }

    @Test
    void aSeverityThatDoesNotExistIsAnError() {
        checks.failOn("fatal", null);
        checks.failOn("Warning", null);
        assertThat(states()).containsExactly(State.ERROR, State.PASSED);
    }

    @Test
    void theXmlHasATestCasePerCheckWhateverThreadsAreCalled() throws Exception {
        String text = JunitXml
                .text(List.of(Verdict.passed("maxP99", "a=1 ms", "fine"), Verdict.failed("failOn", "<&\"\u0001", "bad ]]> \ud800"),
                        Verdict.error("trace", "", "gone")), 1_500_000_000L);
        Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)))
                .getDocumentElement();
        assertThat(suite.getTagName()).isEqualTo("testsuite");
        assertThat(List.of(suite.getAttribute("name"), suite.getAttribute("tests"), suite.getAttribute("failures"),
                suite.getAttribute("errors"),
                suite.getAttribute("skipped"), suite.getAttribute("time"))).containsExactly("bowline", "3", "1", "1", "0", "1.500");
        assertThat(suite.getElementsByTagName("testcase").getLength()).isEqualTo(3);
        Element failure = (Element) suite.getElementsByTagName("failure").item(0);
        assertThat(failure.getAttribute("message")).isEqualTo("bad ]]> \\ud800");
        assertThat(((Element) failure.getParentNode()).getAttribute("name")).isEqualTo("failOn <&\"\\u0001");
        assertThat(suite.getElementsByTagName("error").getLength()).isEqualTo(1);
    }
}
