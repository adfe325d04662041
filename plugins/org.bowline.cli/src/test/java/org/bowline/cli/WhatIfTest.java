/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Upper bounds on the command line, and polling by events of programs. */
class WhatIfTest {
    private static final String WPERF = Checkout.root().resolve("tests/traces/wperf-example").toString();
    private static final String THREE = Checkout.root().resolve("tests/traces/three-tier").toString();
    private static final String REQUESTS = "begin=wl:req_begin,end=wl:req_end,key=req,label=type";

    @TempDir Path directory;

    private static List<JsonObject> rows(String... arguments) {
        List<String> all = new ArrayList<>(List.of("what-if"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--format", "json"));
        Captured run = Captured.run(all.toArray(new String[0]));
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        JsonObject object = JsonParser.parseString(run.out()).getAsJsonObject();
        assertThat(object.getAsJsonArray("caveats").toString()).contains("\"upper-bound\"", "no forecast");
        return object.getAsJsonArray("rows").asList().stream().map(JsonElement::getAsJsonObject).toList();
    }

    private static long bound(JsonObject row) {
        return row.get("bound_ns").getAsLong();
    }

    @Test
    void aBoundGrowsWithTheShareAndIsNeverMoreThanTheWhole() {
        long before = -1;
        for (String share : List.of("0%", "0.1%", "12.5%", "50%", "99", "100%")) {
            JsonObject row = rows(WPERF, "--device", "vdd", "--cheaper", share).get(0);
            assertThat(bound(row)).isGreaterThan(before).isLessThanOrEqualTo(row.get("time_ns").getAsLong());
            before = bound(row);
        }
        JsonObject none = rows(WPERF, "--device", "vdd", "--cheaper", "0%").get(0);
        assertThat(bound(none)).isZero();
        JsonObject all = rows(WPERF, "--device", "vdd", "--cheaper", "100%").get(0);
        assertThat(bound(all)).isEqualTo(all.get("time_ns").getAsLong()).isLessThan(all.get("range_ns").getAsLong());
    }

    @Test
    void severalTogetherWinNoMoreThanEachByItself() {
        List<JsonObject> rows = rows(WPERF, "--edge", "w2-B,vdd", "--device", "vdd", "--running", "w2-A", "--running", "w2-B");
        assertThat(rows).extracting(row -> row.get("kind").getAsString()).containsExactly("edge", "device", "running", "running",
                "together");
        long most = rows.stream().limit(4).mapToLong(WhatIfTest::bound).max().orElseThrow();
        long sum = rows.stream().limit(4).mapToLong(WhatIfTest::bound).sum();
        assertThat(bound(rows.get(4))).isBetween(most, sum);
        assertThat(bound(rows.get(0))).as("nobody else waits for the disk").isEqualTo(bound(rows.get(1)));
    }

    @Test
    void severalEdgesAreToldEachAndThenTogether() {
        List<JsonObject> rows = rows(THREE, "--edge", "B:273,C:277", "--edge", "A:272,A:timer", "--cheaper", "100%");
        assertThat(rows).extracting(row -> row.get("kind").getAsString()).containsExactly("edge", "edge", "together");
        assertThat(rows).extracting(row -> row.get("what").getAsString()).startsWith("waits of w1-server (B:273) for w1-backend (C:277)",
                "waits of w1-client (A:272) for timer (A)");
        assertThat(bound(rows.get(2))).isBetween(Math.max(bound(rows.get(0)), bound(rows.get(1))), bound(rows.get(0)) + bound(rows.get(1)));
    }

    @Test
    void theWaitsOfSeveralEdgesAreListed() {
        long each = 0;
        for (String edge : List.of("B:273,C:277", "A:272,A:timer")) {
            each += Captured.run("waits", THREE, "--edge", edge, "--format", "csv").out().lines().count() - 1;
        }
        Captured both = Captured.run("waits", THREE, "--edge", "B:273,C:277", "--edge", "A:272,A:timer", "--format", "csv");
        assertThat(both.out().lines().count() - 1).as(both.error()).isEqualTo(each);
        assertThat(Captured.run("waits", THREE, "--edge", "B:273,C:277", "--edge", "A:272,A:timer").out())
                .contains(" waits of B:273,C:277 and A:272,A:timer, ");
    }

    @ParameterizedTest
    @CsvSource({"what-if, --cheaper, 10%, 20%", "wait-for, --blame, holder, waker", "requests, --by, thread, process"})
    void anOptionWithOneValueIsNotGivenTwice(String command, String option, String one, String other) {
        Captured run = Captured.run(command, WPERF, option, one, option, other);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains("option '" + option + "'", "should be specified only once");
        assertThat(Captured.run(command, "--help").out()).contains(option + "=")
                .doesNotContainPattern("\\[" + option + "=[^]]*\\]\\.\\.\\.");
    }

    @Test
    void withoutAChoiceAllAreListedTheLargestBoundFirst() {
        List<JsonObject> rows = rows(WPERF);
        assertThat(rows).extracting(WhatIfTest::bound).isSortedAccordingTo((a, b) -> Long.compare(b, a));
        assertThat(rows).extracting(row -> row.get("what").getAsString()).contains("waits of w2-B (A:284) for disk vdd (A)",
                "work of w2-B (A:284)");
        assertThat(rows).noneMatch(row -> row.get("from_name").getAsString().equals("vdd"));
    }

    @Test
    void requestsHaveBoundsOfTheirOwn() {
        Captured run = Captured.run("what-if", THREE, "--interval", REQUESTS, "--running", "w1-server", "--cheaper", "100%");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("What requests would win at most, each by itself: ", "depends on it");
        assertThat(Captured.run("what-if", THREE, "--interval", REQUESTS).out()).doesNotContain("What requests would win");
    }

    @Test
    void aRunHasItsFiles() throws Exception {
        Captured run = Captured.run("analyze", THREE, "-o", directory.resolve("out").toString(), "--interval", REQUESTS, "--device", "vdd",
                "--cheaper", "30%");
        assertThat(run.code()).as(run.error()).isIn(ExitCode.FINE, ExitCode.FINDINGS);
        assertThat(Files.readString(directory.resolve("out/what-if.csv"))).startsWith("kind,from_host,from_tid");
        assertThat(Files.readString(directory.resolve("out/what-if-requests.csv"))).startsWith("label,count,mean_ns");
        assertThat(Files.readString(directory.resolve("out/spins.csv"))).startsWith("host,tid,name,spins");
        assertThat(Files.readString(directory.resolve("out/caveats.csv"))).as("for who asks").doesNotContain("upper-bound");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--cheaper=120% | --cheaper 120%: is more than all of it; write at most 100%.",
        "--cheaper=half | --cheaper half: is not a share; write one like 50%.",
        "--device=vdx | --device vdx: there is no disk and no other resource of that name in the recording",
        "--device=w2-A | --device w2-A: there is no disk and no other resource of that name in the recording",
        "--running=nobody | --running nobody: there is no such thread in the recording",
        "--running=vdd | --running vdd: there is no such thread in the recording",
        "--edge=vdd,w2-B | ask for that with --running w2-B",
        "--edge=w2-A,vdd | --edge w2-A,vdd: no wait of these in the range",
        "--edge=w2-A | is not of the form FROM,TO",
        "--device= | is empty"})
    void whatCannotBeIsRefusedWithWhatToDo(String option, String words) {
        Captured run = Captured.run("what-if", WPERF, option);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains(words);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--spin=begin=wl:stage_begin,end=wl:stage_end | it is not said whom the thread waits for",
        "--spin=begin=wl:stage_begin,end=wl:stage_end,owner=nix | owner=nix: the event wl:stage_begin has no such field; it has name",
        "--spin=begin=wl:stage_began,end=wl:stage_end,owner=req | begin=wl:stage_began: no trace has such an event; similar ones: ",
        "--shorter-than=5 | --shorter-than 5: is not a time; write one like 50us or 1ms.",
        "--shorter-than=0s | --shorter-than 0s: is too short"})
    void whatIsNoSpinIsRefusedWithWhatToDo(String option, String words) {
        Captured run = Captured.run("spins", WPERF, option);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.error()).contains(words);
    }

    @Test
    void eventsOfAProgramAreReadEverywhere() {
        String spin = "begin=wl:stage_begin,end=wl:stage_end,owner=req";
        assertThat(Captured.run("threads", WPERF, "--spin", spin).out()).contains("Programs told of ", " times that a thread polled");
        assertThat(Captured.run("threads", WPERF).out()).doesNotContain("that a thread polled");
        assertThat(Captured.run("findings", WPERF, "--spin", spin).out()).as("next steps are about the same").contains("--spin " + spin);
    }
}
