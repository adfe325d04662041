/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;

class WorstFirstTest {
    private static final int CLIENT = 1;
    private static final int SERVER = 2;
    private static final int OTHER = 3;
    private static final int DISK = 4;

    private static RuleInfo rule(String id) {
        return new RuleInfo(id, "It", "events", "It looks.", "It matters.", "Try.", List.of());
    }

    private static Finding.Builder finding(String rule, Severity severity, double score) {
        return Finding.of(rule(rule), severity, score).summary(rule + " is so.");
    }

    /** A knot in which somebody is at work for some more of the range than the wait takes. */
    private static Finding wait(double share) {
        return finding("knot", Severity.CRITICAL, share + 0.1).evidence(new Evidence.Edge(CLIENT, SERVER, 1, 1, ""))
                .awaits(new Finding.Awaited(CLIENT, List.of(SERVER, SERVER + 10), false, share / 2)).build();
    }

    private static Finding of(String rule, Severity severity, double score, int thread) {
        return finding(rule, severity, score).evidence(new Evidence.Vertex(thread, 1, "")).build();
    }

    private static Finding sleeps(double score) {
        return of("sleeps", Severity.CRITICAL, score, SERVER);
    }

    private static List<String> order(Finding... findings) {
        return WorstFirst.of(List.of(findings)).stream().map(Finding::rule).toList();
    }

    @Test
    void severityComesBeforeScore() {
        assertThat(order(of("b", Severity.WARNING, 0.9, OTHER), of("a", Severity.CRITICAL, 0.1, OTHER),
                of("c", Severity.CRITICAL, 0.2, OTHER)))
                .containsExactly("c", "a", "b");
    }

    @Test
    void whatIsWrongWithTheRecordingComesBehindWhatIsWrongWithTheSystem() {
        assertThat(order(of("lost-events", Severity.WARNING, 1, OTHER), of("slow", Severity.WARNING, 0.1, OTHER)))
                .containsExactly("slow", "lost-events");
    }

    @Test
    void whyAThreadKeepsOthersWaitingComesBeforeTheWaitForItIfItIsEnoughOfIt() {
        assertThat(order(wait(0.8), sleeps(0.4))).containsExactly("sleeps", "knot");
        assertThat(order(wait(0.8), sleeps(0.39))).containsExactly("knot", "sleeps");
        assertThat(order(wait(0.8), of("edge", Severity.CRITICAL, 0.5, OTHER), finding("disk", Severity.CRITICAL, 0.5)
                .evidence(new Evidence.Edge(SERVER, OTHER, 1, 1, "")).build())).containsExactly("disk", "knot", "edge");
    }

    @Test
    void nothingElseComesBeforeAWait() {
        assertThat(order(wait(0.8), of("sleeps", Severity.CRITICAL, 0.7, CLIENT))).as("of who waits").containsExactly("knot", "sleeps");
        assertThat(order(wait(0.8), of("sleeps", Severity.WARNING, 0.7, SERVER))).as("less severe").containsExactly("knot", "sleeps");
        assertThat(order(wait(0.8), of("lost-events", Severity.CRITICAL, 0.7, SERVER))).as("of the recording")
                .containsExactly("knot", "lost-events");
        assertThat(order(wait(0.8), finding("host", Severity.CRITICAL, 0.7).evidence(new Evidence.OfHost(SERVER, "")).build()))
                .as("of a host of that number").containsExactly("knot", "host");
        assertThat(order(wait(0.8), of("runnable-pressure", Severity.CRITICAL, 0.7, SERVER))).as("of a host, on which it is one of many")
                .containsExactly("knot", "runnable-pressure");
        assertThat(order(of("computes", Severity.CRITICAL, 0.8, SERVER), sleeps(0.7))).as("of what is no wait")
                .containsExactly("computes", "sleeps");
    }

    /** The same, without which so much is won. */
    private static Finding wait(double share, double won) {
        return finding("knot", Severity.CRITICAL, share + 0.1).wins(won)
                .awaits(new Finding.Awaited(CLIENT, List.of(SERVER), false, share / 2)).build();
    }

    private static Finding worth(String rule, Severity severity, double won) {
        return finding(rule, severity, 0.3).wins(won).evidence(new Evidence.Vertex(OTHER, 1, "")).build();
    }

    @Test
    void whatIsWorthMoreThanAWaitComesBeforeItWhomeverItIsAbout() {
        assertThat(order(wait(0.8, 0.2), worth("commands", Severity.CRITICAL, 0.21))).containsExactly("commands", "knot");
        assertThat(order(wait(0.8, 0.2), worth("commands", Severity.CRITICAL, 0.2))).as("no more").containsExactly("knot", "commands");
        assertThat(order(wait(0.8, 0.2), worth("commands", Severity.WARNING, 0.3))).as("less severe").containsExactly("knot", "commands");
        assertThat(order(wait(0.8), worth("commands", Severity.CRITICAL, 0.3))).as("what the wait is worth is not told")
                .containsExactly("knot", "commands");
        assertThat(order(wait(0.9, 0.2), wait(0.8, 0.3))).as("waits among each other are not in that order").containsExactly("knot",
                "knot");
        assertThat(WorstFirst.of(List.of(wait(0.8, 0.3), wait(0.9, 0.2))).get(0).won()).isEqualTo(0.2);
    }

    @Test
    void threadsThatAreOneVertexAreAllWaitedFor() {
        assertThat(order(wait(0.8), of("sleeps", Severity.CRITICAL, 0.5, SERVER + 10))).containsExactly("sleeps", "knot");
    }

    @Test
    void whatOthersWriteToADiskTellsNothingOfWhoReadsThere() {
        Finding knot = finding("knot", Severity.CRITICAL, 0.9).awaits(new Finding.Awaited(CLIENT, List.of(DISK), true, 0.4)).build();
        assertThat(order(knot, disk(CLIENT))).containsExactly("disk", "knot");
        assertThat(order(knot, disk(OTHER))).containsExactly("knot", "disk");
    }

    private static Finding disk(int waits) {
        return finding("disk", Severity.CRITICAL, 0.7).evidence(new Evidence.Edge(waits, DISK, 1, 1, "")).build();
    }

    @Test
    void theOrderInWhichTheyAreFoundDoesNotMatter() {
        long seed = Long.getLong("bowline.seed", 20261128L);
        Random random = new Random(seed);
        List<Finding> all = new ArrayList<>(
                List.of(wait(0.8), wait(0.6), sleeps(0.5), sleeps(0.3), of("edge", Severity.CRITICAL, 0.7, OTHER),
                        of("a", Severity.WARNING, 0.9, SERVER)));
        List<Finding> expected = WorstFirst.of(all);
        for (int round = 0; round < 50; round++) {
            Collections.shuffle(all, random);
            assertThat(WorstFirst.of(all)).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
