/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.finding.WindowLink;

/** Findings on the command line: their texts and files, and what makes a gate fail. */
class FindingsTest {
    private static final String LOCK = Checkout.root().resolve("tests/traces/lock-contention").toString();
    private static final String WPERF = Checkout.root().resolve("tests/traces/wperf-example").toString();
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();

    @TempDir Path directory;

    @Test
    void thePageSaysHowTheWindowShowsAFindingUnlessItCannotReadTheTracesLikeThat() throws IOException {
        assertThat(Captured.run("analyze", THREE, "-o", directory.resolve("plain").toString()).code()).isEqualTo(ExitCode.FINE);
        String page = Files.readString(directory.resolve("plain/report.html"));
        Matcher link = Pattern.compile("<dt>In the window</dt><dd><code>bowline ui " + Pattern.quote(THREE) + " --at ([^<]+)</code>")
                .matcher(page);
        assertThat(link.find()).isTrue();
        assertThat(WindowLink.parse(link.group(1)).text()).isEqualTo(link.group(1));
        assertThat(Captured.run("analyze", THREE, "--reference", "B", "-o", directory.resolve("other").toString()).code())
                .isEqualTo(ExitCode.FINE);
        assertThat(Files.readString(directory.resolve("other/report.html"))).doesNotContain("In the window")
                .contains("What to look at next");
    }

    @Test
    void aFindingSaysWhatWhyWhatToTryAndWhereToLook() {
        Captured run = Captured.run("findings", LOCK);
        assertThat(run.code()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).startsWith("Findings: 2 critical\n").contains("1. critical: Lock convoy (lock-convoy)\n",
                "2. critical: Dominant knot (dominant-knot)\n",
                "What to look at next: bowline waits ",
                "  4 threads w3-T* (A) queue", "Why it matters: ",
                "What to try: ", "- --from 23:07:3", "waits for w3-T", "The figures are estimates");
        assertThat(run.out()).doesNotContain("Rules that found nothing");
    }

    @Test
    void allTellsWhyTheOtherRulesFoundNothing() {
        assertThat(Captured.run("findings", LOCK, "--all", "--rule", "too-few-workers=off").out()).contains("Rules that found nothing",
                "clock-quality: not applicable, there is one host only", "too-few-workers: off, switched off");
    }

    @Test
    void theCaveatsThatFindingsNameAreOnTheFirstScreen() {
        String trace = LOCK.substring(0, LOCK.lastIndexOf('/') + 1) + "lost-events";
        String screen = Captured.run("analyze", trace).out();
        Set<String> named = Pattern.compile("see the caveats? ([^.]+)\\.").matcher(Captured.run("findings", trace).out()).results()
                .flatMap(match -> Stream.of(match.group(1).split(", "))).collect(Collectors.toSet());
        assertThat(named).hasSizeGreaterThan(2).allSatisfy(kind -> assertThat(screen).contains(": " + kind + ": "));
    }

    @Test
    void aHostThatExchangesNoPacketWithTheOthersIsACaveatAndNoFinding() {
        String traces = LOCK.substring(0, LOCK.lastIndexOf('/') + 1);
        Captured run = Captured.run("analyze", traces + "three-tier", LOCK);
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).doesNotContain("clock-quality").contains(
                "warning: apart: A: The host exchanged no packet with another recorded host in the 973 ms for which it was recorded; it has 0 packets.");
        String lost = Captured.run("analyze", traces + "three-tier", traces + "lost-events").out();
        assertThat(lost).as("a host of which events are missing").contains("clock-quality").doesNotContain("exchanged no packet");
    }

    @Test
    void twoRecordingsOfOneHostAreNotTakenForTwoHostsWithoutAWord() {
        String traces = LOCK.substring(0, LOCK.lastIndexOf('/') + 1);
        String twice = "The traces of A-2 and A tell one host name, and times that do not overlap: if this is one host that was recorded twice,"
                + " analyse the recordings one by one, or compare them.";
        assertThat(Captured.run("analyze", traces + "tagged-server/slow", traces + "tagged-server/fast").out()).contains("apart: A-2: ",
                twice);
        assertThat(Captured.run("analyze", traces + "three-tier").out()).doesNotContain("tell one host name");
    }

    @Test
    void failOnEndsWithOneWhereThereIsSuchAFindingOrWorse() {
        for (String severity : List.of("info", "warning", "critical")) {
            Captured run = Captured.run("findings", LOCK, "--fail-on", severity);
            assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
            assertThat(run.error())
                    .isEqualTo("bowline: 2 findings at or above " + severity + " (--fail-on): lock-convoy, dominant-knot.\n");
        }
        assertThat(Captured.run("findings", WPERF, "--fail-on", "warning").code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(Captured.run("findings", WPERF, "--range=all", "--rule=tracer-cost=off", "--fail-on", "critical").code())
                .isEqualTo(ExitCode.FINE);
        assertThat(Captured.run("findings", THREE, "--fail-on", "critical").code()).isEqualTo(ExitCode.FINE);
    }

    @Test
    void aThresholdDecides() {
        assertThat(Captured
                .run("findings", WPERF, "--range=all", "--rule=tracer-cost=off", "--rule", "disk-bound-sync-writes.min-share=90%",
                        "--fail-on", "info")
                .code())
                .isEqualTo(ExitCode.FINE);
        assertThat(Captured
                .run("findings", WPERF, "--range=all", "--rule=tracer-cost=off", "--rule", "disk-bound-sync-writes.critical=40%",
                        "--fail-on", "critical")
                .code())
                .isEqualTo(ExitCode.FINDINGS);
    }

    @Test
    void analyzeTellsFindingsFirstWritesThemAndFails() throws java.io.IOException {
        Path out = directory.resolve("out");
        Captured run = Captured.run("analyze", LOCK, "-o", out.toString(), "--format", "json", "--fail-on", "critical");
        assertThat(run.code()).isEqualTo(ExitCode.FINDINGS);
        assertThat(run.out()).startsWith("critical: lock-convoy: 4 threads");
        assertThat(run.out()).contains("critical: dominant-knot: ");
        JsonArray findings = rows(out.resolve("findings.json"));
        assertThat(findings).hasSize(2);
        assertThat(findings.get(0).getAsJsonObject().get("subject").getAsString()).isEqualTo("A:w3-T*");
        assertThat(findings.get(0).getAsJsonObject().get("figures").getAsString()).isEqualTo("estimate");
        JsonArray evidence = rows(out.resolve("finding-evidence.json"));
        assertThat(evidence).hasSize(findings.get(0).getAsJsonObject().get("evidence").getAsInt()
                + findings.get(1).getAsJsonObject().get("evidence").getAsInt());
        assertThat(evidence).extracting(row -> row.getAsJsonObject().get("kind").getAsString()).contains("range", "edge");
    }

    @Test
    void findingsArePrintedForPrograms() {
        Captured csv = Captured.run("findings", WPERF, "--range=all", "--rule=tracer-cost=off", "--format", "csv");
        assertThat(csv.out().lines().toList()).hasSize(2).first().asString()
                .startsWith("finding,severity,rule,subject,summary,why,try,score");
        Captured evidence = Captured.run("findings", WPERF, "--range=all", "--rule=tracer-cost=off", "--format", "csv", "--evidence");
        assertThat(evidence.out()).startsWith("finding,rule,kind,")
                .contains("1,disk-bound-sync-writes,edge,A,284,w2-B,thread,A,,vdd,disk,");
    }

    private static JsonArray rows(Path file) throws java.io.IOException {
        JsonElement whole = JsonParser.parseString(Files.readString(file));
        return whole.getAsJsonObject().getAsJsonArray("rows");
    }
}
