/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.runs.plan.PlanReader;
import org.bowline.runs.plan.SweepPlan;
import org.bowline.runs.sweep.SweepFile;
import org.bowline.runs.sweep.SweepRun;

/** Servers and load tools are a line of shell each. */
class SweepRunnerTest {
    private static final String PLAN = """
            builds: {main: {values: {rate: 100}}, fast: {values: {rate: 150}}}
            clients: [1, 4]
            repetitions: 2
            server:
              start: echo x >{dir}/up && exec tail -f /dev/null
              ready: test -e {dir}/up
              ready-within: 600
              stop-within: 600
            load:
              command: echo "rate {rate}{clients}"
              read: {throughput: 'rate ([0-9]+)'}
            """;

    @TempDir Path home;

    private final Map<String, String> failures = new TreeMap<>();
    private String mark = "none";

    @AfterEach
    void nothingIsLeft() {
        assertThat(ProcessTable.of(Set.of(), mark)).isEmpty();
    }

    private Path out() {
        return home.resolve("out");
    }

    private int sweep(String text, Progress progress) throws IOException {
        SweepPlan plan = PlanReader.read("plan.yaml", text);
        failures.clear();
        try (SweepDirectory directory = SweepDirectory.open(out(), plan, text, null, 1);
                SweepRunner runner = new SweepRunner(directory, home, "false")) {
            mark = directory.mark();
            return runner.run(plan, PlannedRun.of(plan, directory.seed()), progress, (run, why) -> failures.put(run.name(), why));
        }
    }

    private List<String> runs() throws IOException {
        try (Stream<Path> runs = Files.list(out().resolve("runs"))) {
            return runs.map(run -> run.getFileName().toString()).sorted().toList();
        }
    }

    private static Progress until(BooleanSupplier stop) {
        return new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return stop.getAsBoolean();
            }
        };
    }

    @Test
    void everyRunIsMadeAndItsThroughputRead() throws IOException {
        assertThat(sweep(PLAN, Progress.NONE)).isZero();
        SweepFile file = SweepFile.read(out());
        assertThat(file.runs()).extracting(run -> run.build() + ' ' + run.clients() + ' ' + run.name() + ' ' + run.throughput())
                .containsExactly(
                        "main 1 1 1001.0", "main 1 2 1001.0", "main 4 1 1004.0", "main 4 2 1004.0", "fast 1 1 1501.0", "fast 1 2 1501.0",
                        "fast 4 1 1504.0", "fast 4 2 1504.0");
        assertThat(file.runs()).extracting(SweepRun::machine).doesNotContain("").hasSize(8);
        assertThat(runs()).hasSize(8).contains("fast-4-2");
        assertThat(out().resolve("runs/main-1-1/load.txt")).hasContent("rate 1001");
        assertThat(Files.readAllLines(out().resolve("runs.csv")).get(0)).startsWith("build,clients,run,throughput,latency_p50_ns,");
    }

    @Test
    void whatIsThereIsNotMadeAgainAndMoreIsAdded() throws IOException {
        sweep(PLAN, Progress.NONE);
        Files.writeString(home.resolve("again"), "");
        String counted = PLAN.replace("repetitions: 2", "repetitions: 3").replace("[1, 4]", "[1, 4, 9]");
        List<String> made = new ArrayList<>();
        sweep(counted, new Progress() {
            @Override
            public void report(String task, double fraction) {
                made.add(task);
            }

            @Override
            public boolean isCancelled() {
                return false;
            }
        });
        assertThat(made).hasSize(18 - 8).first().asString().startsWith("Run 9 of 18: ");
        assertThat(SweepFile.read(out()).runs()).hasSize(18);
    }

    @Test
    void anotherPlanOrAnotherSeedOrSomebodysFilesAreRefused() throws IOException {
        sweep(PLAN, Progress.NONE);
        assertThatThrownBy(() -> sweep(PLAN.replace("echo \"rate", "echo \"  rate"), Progress.NONE))
                .isInstanceOf(SweepDirectory.RefusedException.class).hasMessageContaining("holds runs of another plan");
        SweepPlan plan = PlanReader.read("p", PLAN);
        assertThatThrownBy(() -> SweepDirectory.open(out(), plan, PLAN, 2L, 1)).hasMessageContaining("a sweep with the seed 1");
        try (SweepDirectory open = SweepDirectory.open(out(), plan, PLAN, 1L, 3)) {
            assertThat(open.seed()).isEqualTo(1);
            assertThatThrownBy(() -> SweepDirectory.open(out(), plan, PLAN, null, 1))
                    .hasMessageContaining("in use by another bowline sweep");
        }
        Path own = Files.createDirectories(home.resolve("own"));
        Files.writeString(own.resolve("runs.csv"), "build,clients,throughput\n");
        assertThatThrownBy(() -> SweepDirectory.open(own, plan, PLAN, null, 1)).hasMessageContaining("it would be lost");
        assertThat(own).isDirectoryContaining(file -> file.endsWith("runs.csv")).isDirectoryNotContaining("glob:**/runs");
    }

    @Test
    void aRunThatFailsIsToldKeptAsFailedAndMadeAgain() throws IOException {
        String text = PLAN.replace("echo \"rate {rate}{clients}\"",
                "test {clients} = 1 -o -e fixed || { echo no room; exit 7; }; echo rate 5");
        assertThat(sweep(text, Progress.NONE)).isEqualTo(4);
        assertThat(failures).containsOnlyKeys("fast-4-1", "fast-4-2", "main-4-1", "main-4-2").containsEntry("main-4-1",
                "the load tool ended with exit code 7; it said last: 'no room'");
        SweepFile file = SweepFile.read(out());
        assertThat(file.runs()).hasSize(4);
        assertThat(file.caveats()).filteredOn(caveat -> caveat.kind().equals("run-left-out")).hasSize(4).first().asString()
                .contains("(main, 4 clients) failed: the load tool ended with exit code 7; it said last: 'no room'; it is left out.");
        Files.writeString(home.resolve("fixed"), "");
        assertThat(sweep(text, Progress.NONE)).isZero();
        assertThat(SweepFile.read(out()).runs()).hasSize(8);
        assertThat(SweepFile.read(out()).caveats()).isEmpty();
    }

    private String failure(String text) throws IOException {
        assertThat(sweep(text.replace("repetitions: 2", "repetitions: 1"), Progress.NONE)).isPositive();
        assertThat(failures.values().stream().distinct()).hasSize(1);
        return failures.values().iterator().next();
    }

    @Test
    void aServerThatDoesNotComeUp() throws IOException {
        // once the server is started, a check takes until it has said something
        assertThat(failure(PLAN.replace("echo x >{dir}/up && exec", "echo still loading && echo x >{dir}/up && exec")
                .replace("test -e {dir}/up",
                        "if [ -e {dir}/asked ]; then until [ -e {dir}/up ]; do sleep 0.01; done; fi; touch {dir}/asked; false")
                .replace("ready-within: 600", "ready-within: 0.1")))
                .isEqualTo("the server was not ready within 0.1 s; it said last: 'still loading'");
    }

    @Test
    void aServerThatEndsBeforeItIsReady() throws IOException {
        assertThat(failure(PLAN.replace("echo x >{dir}/up && exec tail -f /dev/null", "echo port in use >&2; exit 3")))
                .isEqualTo("the server ended with exit code 3 before it was ready; it said last: 'port in use'");
    }

    @Test
    void aServerThatCrashesUnderTheLoad() throws IOException {
        assertThat(failure(PLAN.replace("exec tail -f /dev/null", "echo $$ >{dir}/pid; exec tail -f /dev/null")
                .replace("echo \"rate {rate}{clients}\"",
                        "p=$(cat {dir}/pid); kill -9 $p; while kill -0 $p 2>/dev/null; do :; done; echo rate 5")))
                .isEqualTo("the server ended under the load, with exit code 137");
    }

    @Test
    void anotherServerThatAnswersTheHealthCheck() throws IOException {
        assertThat(failure(PLAN.replace("test -e {dir}/up", "true"))).startsWith("the health check succeeds before the server is started");
    }

    @Test
    void aLoadToolWhoseOutputDoesNotMatch() throws IOException {
        assertThat(failure(PLAN.replace("echo \"rate {rate}{clients}\"", "echo nothing")))
                .isEqualTo(
                        "the output of the load tool has no throughput where it is looked for ('rate ([0-9]+)'); it said last: 'nothing'");
    }

    @Test
    void aLoadToolThatTellsNoThroughput() throws IOException {
        assertThat(failure(PLAN.replace("{rate}{clients}", "0"))).startsWith("the load tool tells a throughput of 0");
    }

    @Test
    void aLoadToolThatHangs() throws IOException {
        assertThat(
                failure(PLAN.replace("read:", "within: 0.1\n  read:").replace("echo \"rate {rate}{clients}\"", "exec tail -f /dev/null")))
                .isEqualTo("the load tool did not end within 0.1 s");
    }

    @Test
    void aBuildThatIsMissing() throws IOException {
        assertThat(sweep(PLAN.replace("fast: {", "fast: {binary: gone/server, "), Progress.NONE)).isEqualTo(4);
        assertThat(failures).containsOnlyKeys("fast-1-1", "fast-1-2", "fast-4-1", "fast-4-2").containsEntry("fast-1-1",
                "the build is missing: there is no file " + home.resolve("gone/server"));
        assertThat(SweepFile.read(out()).runs()).extracting(SweepRun::build).containsOnly("main").hasSize(4);
    }

    @Test
    void aServerThatIgnoresItsEndIsKilledAndThatIsNoted() throws IOException {
        assertThat(sweep(PLAN.replace("exec tail -f /dev/null", "trap '' TERM; tail -f /dev/null & wait; tail -f /dev/null")
                .replace("stop-within: 600", "stop-within: 0.05").replace("repetitions: 2", "repetitions: 1"), Progress.NONE)).isZero();
        assertThat(SweepFile.read(out()).caveats()).extracting("kind").contains("run-noted");
    }

    @Test
    void aServerInTheBackgroundWithASessionOfItsOwnIsEnded() throws IOException {
        assertThat(sweep(PLAN.replace("exec tail -f /dev/null", "setsid sh -c 'tail -f /dev/null & echo $! >{dir}/pid; wait' & exit 0"),
                Progress.NONE))
                .isZero();
        assertThat(ProcessTable.of(Set.of(), mark)).isEmpty();
    }

    @Test
    void itsOwnWayToEndIsTakenAndItCleansUpAlsoAfterAFailure() throws IOException {
        String text = PLAN
                .replace("  ready-within", "  prepare: echo p >>log\n  stop: echo s >>log; kill -INT {pid}\n  clean-up: echo c >>log\n"
                        + "  ready-within")
                .replace("repetitions: 2", "repetitions: 1").replace("[1, 4]", "[1]");
        sweep(text, Progress.NONE);
        assertThat(home.resolve("log")).hasContent("p\ns\nc\np\ns\nc\n");
        Files.delete(home.resolve("log"));
        sweep(text.replace("[1]", "[1, 2]").replace("builds: {main", "builds: {none: {binary: gone, values: {rate: 1}}, main"),
                Progress.NONE);
        assertThat(home.resolve("log")).as("nothing runs of a build that is not there").hasContent("p\ns\nc\np\ns\nc\n");
    }

    @Test
    void whatIsStoppedLeavesNothingHalfAndGoesOn() throws IOException {
        String text = PLAN.replace("echo \"rate {rate}{clients}\"",
                "test -e go || { ls -d {dir}/../*-1 && touch reached && exec tail -f /dev/null; }; echo rate 5");
        assertThatThrownBy(() -> sweep(text, until(() -> Files.exists(home.resolve("reached"))))).isInstanceOf(CancelledException.class);
        assertThat(ProcessTable.of(Set.of(), mark)).isEmpty();
        List<String> kept = runs();
        assertThat(kept).hasSizeBetween(1, 7).noneMatch(name -> name.startsWith("."));
        assertThat(SweepFile.read(out()).runs()).hasSameSizeAs(kept);
        Files.writeString(home.resolve("go"), "");
        assertThat(sweep(text, Progress.NONE)).isZero();
        assertThat(SweepFile.read(out()).runs()).hasSize(8);
    }

    @Test
    void whatAKilledSweepLeftIsEndedAndItsHalfRunIsGone() throws Exception {
        sweep(PLAN, Progress.NONE);
        Files.move(out().resolve("runs/main-1-1"), out().resolve("runs/.main-1-1.partial"));
        ProcessBuilder left = new ProcessBuilder("setsid", "tail", "-f", "/dev/null");
        left.environment().put(ProcessTable.MARK, mark);
        Process process = left.start();
        assertThat(sweep(PLAN, Progress.NONE)).isZero();
        assertThat(process.waitFor()).isNotZero();
        assertThat(runs()).hasSize(8).noneMatch(name -> name.startsWith("."));
    }

    /** A recorder that hangs until it is killed, and then leaves what {@code stop} ends. */
    private String hangingRecorder() throws IOException {
        Files.writeString(home.resolve("recorder"), """
                #!/bin/sh
                if [ "$1" = stop ]; then
                  echo "$@" >>stops
                  rmdir "$3/.recording"
                  exit
                fi
                mkdir -p "$3/.recording"
                test -e go && { rmdir "$3/.recording"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"; }
                touch reached
                exec tail -f /dev/null
                """);
        return PLAN + "record: {runs: all, recorder: sh recorder}\n";
    }

    @Test
    void whatIsStillRecordedWhenASweepIsStoppedIsKeptAndEndedByTheNextOne() throws IOException {
        String text = hangingRecorder();
        assertThatThrownBy(() -> sweep(text, until(() -> Files.exists(home.resolve("reached"))))).isInstanceOf(CancelledException.class);
        assertThat(runs()).as("who ends the recording needs its directory").singleElement().asString().endsWith("-1.partial");
        Files.writeString(home.resolve("go"), "");
        assertThat(sweep(text, Progress.NONE)).isZero();
        assertThat(Files.readAllLines(home.resolve("stops"))).singleElement().asString().startsWith("stop -o " + out() + "/runs/.")
                .endsWith("-1.partial/trace");
        assertThat(runs()).hasSize(8).noneMatch(name -> name.startsWith("."));
    }

    @Test
    void aRecordingThatCannotBeEndedStopsTheSweepAndSaysHow() throws IOException {
        Files.createDirectories(out());
        String text = PLAN + "record: {runs: all, recorder: 'false'}\n";
        sweep(text, Progress.NONE);
        Files.createDirectories(out().resolve("runs/.gone-1-1.partial/trace/.recording"));
        assertThatThrownBy(() -> sweep(text, Progress.NONE)).isInstanceOf(IOException.class)
                .hasMessage("a recording that was not ended goes on, and would slow what is measured: end it by false stop -o '" + out()
                        + "/runs/.gone-1-1.partial/trace', then go on");
        Files.delete(out().resolve("runs/.gone-1-1.partial/trace/.recording"));
        sweep(text, Progress.NONE);
        assertThat(runs()).as("half of a run that is no longer in the plan, too").noneMatch(name -> name.startsWith("."));
    }

    @Test
    void ofARecordedRunThatFailsItIsSaidWhoSaidWhat() throws IOException {
        Files.writeString(home.resolve("recorder"), """
                echo "recording $3"
                while [ "$1" != -- ]; do shift; done; shift; "$@"
                exit 3
                """);
        String text = PLAN.replace("repetitions: 2", "repetitions: 1").replace("[1, 4]", "[1]")
                + "record: {runs: all, recorder: sh recorder}\n";
        assertThat(sweep(text, Progress.NONE)).isEqualTo(2);
        assertThat(failures).containsEntry("main-1-1", "the load tool or its recording ended with exit code 3; the load tool said last:"
                + " 'rate 1001'; its recorder said last: 'recording " + out() + "/runs/main-1-1/trace'");
    }

    @Test
    void aRunIsRecordedAroundTheLoadAlone() throws IOException {
        Files.writeString(home.resolve("recorder"), """
                #!/bin/sh
                echo "$@" | head -n 1 >>calls
                while [ "$1" != -- ]; do shift; done
                shift
                exec "$@"
                """);
        String text = PLAN + "record: {runs: one, recorder: sh recorder, options: --profile waits-disk}\n";
        assertThat(sweep(text, Progress.NONE)).isZero();
        assertThat(runs()).hasSize(12).contains("main-1-recorded");
        assertThat(SweepFile.read(out()).runs()).as("what is recorded does not count").hasSize(8);
        assertThat(Files.readAllLines(home.resolve("calls"))).hasSize(4).allMatch(line -> line.startsWith("start -o " + out() + "/runs/.")
                && line.contains("-recorded.partial/trace --profile waits-disk -- env BOWLINE_SWEEP="));
        assertThat(out().resolve("runs/fast-4-recorded/load.txt")).hasContent("rate 1504");
    }

    @Test
    void theLoadOfARecordedRunLastsWithoutItsRecorder() throws IOException {
        Files.writeString(home.resolve("recorder"), """
                out=$3
                while [ "$1" != -- ]; do shift; done
                shift
                mkdir "$out"
                date +%s%N >"$out/begun"
                "$@"
                code=$?
                date +%s%N >"$out/ended"
                exit $code
                """);
        String text = PLAN.replace("repetitions: 2", "repetitions: 1").replace("[1, 4]", "[1]")
                + "record: {runs: all, recorder: sh recorder}\n";
        assertThat(sweep(text, Progress.NONE)).as("%s", failures).isZero();
        for (SweepRun run : SweepFile.read(out()).runs()) {
            Path trace = out().resolve("runs/" + run.build() + "-1-1/trace");
            assertThat(run.startNanos()).isGreaterThanOrEqualTo(Long.parseLong(Files.readString(trace.resolve("begun")).strip()));
            assertThat(run.startNanos() + run.loadNanos())
                    .isLessThanOrEqualTo(Long.parseLong(Files.readString(trace.resolve("ended")).strip()));
        }
        assertThat(SweepFile.read(out()).runs()).hasSize(2);
    }

    @Test
    void aLoadThatEndsTheShellIsTimedToo() throws IOException {
        Files.writeString(home.resolve("recorder"), "while [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\n");
        String text = PLAN.replace("repetitions: 2", "repetitions: 1").replace("[1, 4]", "[1]")
                .replace("command: echo", "command: exec echo") + "record: {runs: all, recorder: sh recorder}\n";
        assertThat(sweep(text, Progress.NONE)).as("%s", failures).isZero();
        assertThat(Files.readAllLines(out().resolve("runs/main-1-1/load-times.txt"))).hasSize(2)
                .allMatch(line -> line.matches("[0-9]{19}"));
    }

    @Test
    void theThroughputIsThatOfTheIntervalsOfTheRecordingWhereThePlanSaysSo() throws IOException {
        Path root = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(root.resolve(".mvn"))) {
            root = root.getParent();
        }
        Path sample = root.resolve("tests/traces/three-tier");
        Files.writeString(home.resolve("recorder"),
                "mkdir $3 && cp " + sample + "/*.zip $3\nwhile [ \"$1\" != -- ]; do shift; done; shift; exec \"$@\"\n");
        String text = PLAN
                .replace("read: {throughput: 'rate ([0-9]+)'}", "intervals: 'begin=wl:req_begin,end=wl:req_end,key=req,label=type'")
                .replace("repetitions: 2", "repetitions: 1").replace("[1, 4]", "[4]") + "record: {runs: all, recorder: sh recorder}\n";
        assertThat(sweep(text, Progress.NONE)).as("%s", failures).isZero();
        List<String[]> requests = Files.readAllLines(sample.resolve("spans.csv")).stream().map(line -> line.split(","))
                .filter(span -> span[2].equals("client")).toList();
        long begin = requests.stream().mapToLong(span -> Long.parseLong(span[5])).min().orElseThrow();
        long end = requests.stream().mapToLong(span -> Long.parseLong(span[6])).max().orElseThrow();
        assertThat(SweepFile.read(out()).runs()).hasSize(2)
                .allSatisfy(run -> assertThat(run.throughput()).isCloseTo(requests.size() * 1e9 / (end - begin), withinPercentage(1)))
                .allSatisfy(run -> assertThat(run.p50Nanos()).isPositive().isLessThan(run.p99Nanos()));
        assertThat(out().resolve("runs/main-4-1/trace")).isDirectoryContaining("glob:**/A.zip");
    }

    @Test
    void theStateOfTheHostIsReadFromProcAndSys() throws IOException {
        Files.createDirectories(home.resolve("proc/sys/kernel"));
        Files.createDirectories(home.resolve("sys/devices/system/cpu/cpu0/cpufreq"));
        Files.writeString(home.resolve("proc/cpuinfo"), "processor\t: 0\nmodel name\t: Some CPU @ 3.00GHz\n");
        Files.writeString(home.resolve("proc/stat"), "cpu  10 0 10 60 0 0 0 20 5 0\ncpu0 10 0 10 60 0 0 0 20 5 0\n");
        Files.writeString(home.resolve("proc/loadavg"), "1.25 0.50 0.25 2/300 4711\n");
        Files.writeString(home.resolve("proc/sys/kernel/osrelease"), "6.1.0-1-amd64\n");
        Files.writeString(home.resolve("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"), "powersave\n");
        HostState before = HostState.now(home);
        assertThat(before).isEqualTo(new HostState("Some CPU @ 3.00GHz", "6.1.0-1-amd64", "powersave", 1.25, 100, 20));
        Files.writeString(home.resolve("proc/stat"), "cpu  20 0 20 120 0 0 0 40 5 0\n");
        assertThat(HostState.now(home).stealSince(before)).isEqualTo(0.2);
        assertThat(before.stealSince(before)).as("no tick went by").isNaN();
        HostState unknown = HostState.now(home.resolve("nothing"));
        assertThat(unknown.governor()).isEmpty();
        assertThat(unknown.load()).isNaN();
        assertThat(unknown.stealSince(unknown)).isNaN();
    }

    @Test
    void aDamagedStateIsNamedWithItsFileAndWhatToDo() throws IOException {
        Files.createDirectories(out());
        for (String damaged : List.of("seed=12x", "seed=\\u12", "")) {
            Files.writeString(out().resolve("sweep.properties"), damaged + "\nmark=1\n");
            if (damaged.isEmpty()) {
                assertThat(SweepDirectory.seedOf(out())).as("a sweep that was forgotten has none").isNull();
            } else {
                assertThatThrownBy(() -> SweepDirectory.seedOf(out())).isInstanceOf(SweepDirectory.RefusedException.class)
                        .hasMessageContaining("sweep.properties is damaged").hasMessageContaining("seed=NUMBER");
            }
        }
    }
}
