/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

import com.networknt.schema.InputFormat;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.networknt.schema.ValidationMessage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.bowline.runs.plan.SweepPlan.Recorded;

class PlanReaderTest {
    private static final String WHOLE = """
            builds:
              main: {binary: bin/main, values: {think: 0}}
              fast: {binary: bin/fast, values: {think: 10}}
            base: fast
            clients: [64, 1, 8]
            repetitions: 3
            server:
              prepare: mkdir {dir}/data
              start: exec {binary} --port 7001 ${HOME}
              ready: test -e {dir}/up
              ready-within: 7.5
              stop: kill -INT {pid}
              stop-within: 4
              clean-up: rm -r {dir}/data
              cpus: 0-1
            load:
              command: bench -c {clients} -t {seconds} --think {think}
              seconds: 10
              warm-up: 2
              within: 30
              cpus: 0
              read: redis-benchmark
            record:
              runs: one
              recorder: sudo bowline-record
              options: --profile waits-network
            """;
    private static final String SMALL = """
            builds:
              main:
            clients: [1]
            load:
              command: bench
              read: wrk
            """;

    @Test
    void aPlanIsReadAsItStands() throws PlanException {
        SweepPlan plan = PlanReader.read("plan.yaml", WHOLE);
        assertThat(plan.builds()).containsExactly(new SweepPlan.Build("main", "bin/main", Map.of("think", "0")),
                new SweepPlan.Build("fast", "bin/fast", Map.of("think", "10")));
        assertThat(plan.base()).isEqualTo("fast");
        assertThat(plan.clients()).containsExactly(1L, 8L, 64L);
        assertThat(plan.repetitions()).isEqualTo(3);
        assertThat(plan.server())
                .isEqualTo(new SweepPlan.Server("mkdir {dir}/data", "exec {binary} --port 7001 ${HOME}", "test -e {dir}/up",
                        7.5, "kill -INT {pid}", 4, "rm -r {dir}/data", "0-1"));
        assertThat(plan.load()).isEqualTo(new SweepPlan.Load("bench -c {clients} -t {seconds} --think {think}", 10, 2, 30, "0",
                LoadReading.of("redis-benchmark"), null));
        assertThat(plan.recording()).isEqualTo(new SweepPlan.Recording(Recorded.ONE, "sudo bowline-record", "--profile waits-network"));
    }

    @Test
    void levelsOfOneLoadAreKnown() throws PlanException {
        assertThat(PlanReader.read("plan.yaml", WHOLE).loadsDiffer()).isTrue();
        assertThat(PlanReader.read("plan.yaml", SMALL).loadsDiffer()).as("one level").isTrue();
        assertThat(PlanReader.read("plan.yaml", SMALL.replace("[1]", "[1, 2]")).loadsDiffer()).isFalse();
        assertThat(PlanReader.read("plan.yaml", SMALL.replace("[1]", "[1, 2]").replace("bench", "bench {clients}")).loadsDiffer()).isTrue();
    }

    @Test
    void whatIsNotSaidHasItsUsualValue() throws PlanException {
        SweepPlan plan = PlanReader.read("plan.yaml", SMALL);
        assertThat(plan.base()).isEqualTo("main");
        assertThat(plan.repetitions()).isEqualTo(5);
        assertThat(plan.server()).isNull();
        assertThat(plan.load().seconds()).isNaN();
        assertThat(plan.load().within()).isEqualTo(600);
        assertThat(plan.recording().runs()).isEqualTo(Recorded.NONE);
    }

    private static void refused(String text, String... words) {
        assertThatThrownBy(() -> PlanReader.read("plan.yaml", text)).isInstanceOf(PlanException.class).message().contains(words);
    }

    @Test
    void aMeaningThatIsASentenceEndsWithOneFullStopBeforeTheNextProblem() {
        assertThatThrownBy(() -> PlanReader.read("plan.yaml", "builds:\n  main: {binary: x}\n")).message()
                .contains(
                        "the key clients is missing: How many clients ask at once, for each level. plan.yaml, line 1: the key load is missing")
                .doesNotContain("..");
    }

    @Test
    void whatIsWrongIsToldByLineAndKey() {
        refused(SMALL.replace("command", "comand"), "plan.yaml, line 5, load.comand: there is no such key; here may be command, seconds",
                "line 4, load: the key command is missing: The load tool");
        refused(SMALL.replace("clients: [1]\n", ""), "line 1: the key clients is missing");
        refused(SMALL.replace("[1]", "[1, 0]"), "line 3, clients: here has to be a whole number from 1 to 1000000, which '0' is not");
        refused(SMALL.replace("[1]", "[1, 1]"), "line 3, clients: '1' is in the list twice");
        refused(SMALL.replace("[1]", "[]"), "line 3, clients: here has to be a list");
        refused(SMALL.replace("[1]", "many"), "line 3, clients: here has to be a list");
        refused(SMALL.replace("[1]", "[1.5]"), "which '1.5' is not");
        refused(SMALL.replace("wrk", "wrek"), "line 6, load.read: here has to be one of sysbench, pgbench, wrk, redis-benchmark, memtier");
        refused(SMALL + "repetitions: 2\nrepetitions: 3\n", "line 8, repetitions: the key is there twice");
        refused(SMALL + "base: other\n", "line 7, base: there is no build 'other'; there are main");
        refused(SMALL.replace("main:", "a/b:"), "line 2, builds: 'a/b' cannot be a name here");
        refused(SMALL.replace("main:\n", "main: [1]\n"), "line 2, builds.main: here have to be keys: binary, values");
        refused(SMALL.replace("bench", "bench {thin}"),
                "line 5, load.command: the build main has no value for {thin}; known are binary, build");
        refused(SMALL.replace("bench", "bench {seconds}"), "load.command: it has {seconds}, and there is no key seconds");
        refused(SMALL.replace("bench", "{binary}"),
                "load.command: here has to be a command for a shell; what begins with { or [ needs quotes around it");
        refused(SMALL.replace("bench", "'{binary}'"), "load.command: it has {binary}, and the build main has no key binary");
        refused(SMALL.replace("read: wrk", "seconds: 1\n  warm-up: 1\n  read: wrk"), "line 7, load.warm-up: the command has no {seconds}");
        refused(SMALL.replace("  read: wrk\n", ""), "line 4, load: it needs read or intervals");
        refused(SMALL.replace("read: wrk", "intervals: syscalls=recv..send"), "line 6, load.intervals: they are those of a recording");
        refused(SMALL.replace("read: wrk", "read: {throughput: '[0-9]+'}"), "load.read.throughput: the pattern needs a group");
        refused(SMALL.replace("read: wrk", "read: {throughput: '('}"), "load.read.throughput: this is not a regular expression");
        refused(SMALL + "server: {start: x, ready: y, cpus: all}\n", "line 7, server.cpus: here has to be a list of processors");
        refused(SMALL + "server: {start: x}\n", "line 7, server: the key ready is missing");
        refused(SMALL.replace("main:", "main: {values: {pid: 1}}"), "{pid} has a meaning already");
    }

    @Test
    void whatIsNoPlanAtAllIsRefused() {
        refused("", "plan.yaml is empty");
        refused("- 1\n", "line 1: here have to be keys: builds");
        refused("builds: [\n", "this is not YAML");
        refused("a: &x [*x]\n", "plan.yaml");
        refused("builds: {main: *nothing}\n", "line 1", "this is not YAML");
        refused("--- 1\n--- 2\n", "plan.yaml");
        refused("builds: !!java.io.File [x]\n", "builds");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{clients}", "x{clients}y", "a {clients} b"})
    void placesAreFilled(String text) {
        assertThat(Placeholders.fill(text, Map.of("clients", "$1"))).isEqualTo(text.replace("{clients}", "$1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${clients}", "{ clients }", "{CLIENTS}", "{print $1}", "{}", "{other}"})
    void whatTheShellMeansStays(String text) {
        assertThat(Placeholders.fill(text, Map.of("clients", "8"))).isEqualTo(text);
    }

    @Test
    void thePublishedSchemaIsThatOfTheReader() throws IOException {
        Path published = root().resolve("docs/reference/sweep-plan.schema.json");
        if (Boolean.getBoolean("bowline.update")) {
            Files.writeString(published, PlanReader.schema());
        }
        assertThat(published).as("-Dbowline.update=true writes it").hasContent(PlanReader.schema());
    }

    @Test
    void theSchemaTakesWhatTheReaderTakesAndRefusesTheRest() throws IOException {
        assertThat(errors(WHOLE)).isEmpty();
        assertThat(errors(SMALL)).isEmpty();
        assertThat(errors(Files.readString(root().resolve("tests/sweep/plan.yaml")))).isEmpty();
        PlanReader.read(root().resolve("tests/sweep/plan.yaml"));
        assertThat(errors(SMALL.replace("command", "comand"))).isNotEmpty();
        assertThat(errors(SMALL.replace("[1]", "[0]"))).isNotEmpty();
        assertThat(errors(SMALL.replace("wrk", "wrek"))).isNotEmpty();
    }

    private static Set<ValidationMessage> errors(String yaml) {
        return JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012).getSchema(PlanReader.schema()).validate(yaml,
                InputFormat.YAML);
    }

    private static Path root() {
        Path directory = Path.of("").toAbsolutePath();
        while (directory != null && !Files.isDirectory(directory.resolve(".mvn"))) {
            directory = directory.getParent();
        }
        assertThat(directory).as("the tests run inside a checkout").isNotNull();
        return directory;
    }
}
