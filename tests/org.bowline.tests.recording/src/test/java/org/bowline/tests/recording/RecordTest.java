/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bowline-record} on one host, in user space: what it records, and that nothing is left running whatever happens. */
final class RecordTest {
    private static final String NOTHING_LEFT = "LEFT:\n";
    /** Before what a recorded command runs: without it each process of that would wait for the session daemon, too. */
    static final String NOT_RECORDED = "env -u LD_PRELOAD ";

    @TempDir Path directory;

    @Test
    void aCommandIsRecordedWhileItRuns() {
        Path output = directory.resolve("it's a \"dir\" of $HOME [x]*");
        String said = Recorder.alone(directory, "start", "--profile", "functions", "--profile=locks", "-o", output.toString(), "--",
                Recorder.sample(directory).toString()).succeed();
        assertThat(said).contains("recording functions locks").contains("next: ../../bowline info --events '" + directory)
                .endsWith(NOTHING_LEFT);
        // main, 2 times run, 200 times work; each of these takes the lock once
        assertThat(Recorder.events(output)).containsEntry("lttng_ust_cyg_profile:func_entry", 203L)
                .containsEntry("lttng_ust_cyg_profile:func_exit", 203L).containsEntry("(discarded)", 0L);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200); // the C library takes locks, too
        Recorder.assertPrivate(output);
        assertThat(output.resolve(".recording")).doesNotExist();
        assertThat(output.resolve("recording.txt")).content().contains("profiles=functions locks");
    }

    @Test
    void theSampleInCIsRecordedByOneCommand() {
        recordsSample(Annotated.makeWithLibrary().resolve("sample").toString());
    }

    @Test
    void theSampleInJavaIsRecordedByOneCommand() {
        Path made = Annotated.makeWithLibrary();
        Assumptions.assumeTrue(Files.exists(made.resolve("libbowline-annotation-jni.so")),
                "this Java has no jni.h: its annotations are not tested");
        recordsSample(Annotated.java(made, Annotated.SOURCES.resolve("java/sample/Sample.java")));
    }

    private void recordsSample(String... program) {
        Path output = directory.resolve("o");
        List<String> words = new java.util.ArrayList<>(List.of("start", "--profile", "requests", "-o", output.toString(), "--"));
        words.addAll(List.of(program));
        assertThat(Recorder.alone(directory, words.toArray(String[]::new)).succeed()).contains("150 GET and 50 PUT served")
                .doesNotContain("no program had").endsWith(NOTHING_LEFT);
        assertThat(Recorder.events(output)).containsEntry("bowline:interval_begin", 200L).containsEntry("bowline:interval_end", 200L)
                .containsEntry("bowline:tag_switch", 602L).containsEntry("(discarded)", 0L);
    }

    @ParameterizedTest
    @CsvSource({"'', 1, nothing was recorded: there are no events in", "--snapshot, 1, nothing was recorded: there are no events in",
        "LD_PRELOAD=liblttng-ust-pthread-wrapper.so.1, 0, next: ../../bowline info --events"})
    void thatNoProgramHadTheEventsIsTold(String word, int exitCode, String said) {
        Path output = directory.resolve("o");
        List<String> words = new java.util.ArrayList<>(
                List.of("start", "--profile", "requests", "--event", "my:*", "-o", output.toString()));
        if (word.startsWith("--")) {
            words.add(word);
        }
        words.addAll(List.of("--", "env"));
        if (word.startsWith("LD_")) {
            words.add(word); // LTTng-UST is in the program, but not the events
        }
        words.add("true");
        Command.Result result = Recorder.alone(directory, words.toArray(String[]::new)).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(exitCode);
        assertThat(result.output()).contains("no program had any of the user-space events that were to be recorded (bowline:*, my:*)",
                "libbowline-annotation.so.0", said + " " + output).endsWith(NOTHING_LEFT);
    }

    @Test
    void aCommandThatFailsBeforeItTellsAnythingHasItsExitCode() {
        Command.Result result = Recorder.alone(directory, "start", "--profile", "requests", "-o", directory.resolve("o").toString(), "--",
                "sh", "-c", "exit 7").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(7);
        assertThat(result.output()).contains("the command ended with 7", "nothing was recorded").endsWith(NOTHING_LEFT);
    }

    @Test
    void theExitCodeIsThatOfTheCommand() {
        Command.Result result = Recorder.alone(directory, "start", "--profile", "locks", "-o", directory.resolve("o").toString(), "--",
                "sh", "-c", "exit 7").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(7);
        assertThat(result.output()).contains("the command ended with 7").endsWith(NOTHING_LEFT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsTheCommandAndTheTraceIsKept(String signal) {
        Path output = directory.resolve("o");
        // the command itself sends the signal to bowline-record, its parent, and then would go on for long
        Command.Result result = Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", "sh", "-c",
                "kill -" + signal + " $PPID; exec sleep 50").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(signal.equals("INT") ? 130 : 143);
        assertThat(result.output()).endsWith(NOTHING_LEFT);
        assertThat(output.resolve("recording.txt")).exists();
    }

    @Test
    void aSignalBeforeTheStartLeavesNothing() {
        Path tools = directory.resolve("tools");
        // a session daemon that never answers; what starts it is told to end
        Recorder.executable(tools.resolve("lttng-sessiond"), "#!/bin/sh\nkill -TERM $(cat " + directory + "/pid)\nexec sleep 50\n");
        Path output = directory.resolve("o");
        Command.Result result = Recorder
                .prepared(directory, "PATH=" + tools + ":$PATH; export PATH", "start", "--profile", "locks", "-o", output.toString())
                .with("BASH_ENV", envThatNotesThePid().toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(143);
        assertThat(result.output()).endsWith(NOTHING_LEFT);
        assertThat(output).doesNotExist();
        assertThat(ProcessHandle.allProcesses().filter(ProcessHandle::isAlive)
                .anyMatch(process -> process.info().commandLine().orElse("").contains(tools.toString()))).isFalse();
    }

    @Test
    void aRecorderThatIsKilledWhileItStartsIsEndedByStop() {
        Path tools = directory.resolve("tools");
        Path output = directory.resolve("o");
        // killed when the session daemon starts; what it has begun goes on by itself
        Recorder.executable(tools.resolve("lttng-sessiond"), "#!/bin/sh\nPATH=${PATH#*:}\nkill -KILL $(cat " + directory
                + "/pid)\nexec lttng-sessiond \"$@\"\n");
        String script = "'" + Recorder.script() + "'";
        String setup = "(PATH=" + tools + ":$PATH BASH_ENV=" + envThatNotesThePid() + " " + script + " start --profile locks -o " + output
                + "); [ $? -eq 137 ] && while [ -e " + output + "/.recording ]; do " + script + " stop -o " + output + "; done; true";
        Command.Result result = Recorder.prepared(directory, setup, "status", "-o", output.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(2);
        assertThat(result.output()).contains("nothing was recorded", "nothing is being recorded into " + output).endsWith(NOTHING_LEFT);
    }

    @ParameterizedTest
    @CsvSource({"sed -i /phase=/d o/.recording/hosts/*, bowline-record was killed while it started",
        "rm o/.recording/recording; lttng destroy --all; pid=$(sed -n 's/^sessiond=//p' o/.recording/local/state); kill $pid;"
                + " while ps -o stat= -s $pid | grep -q '^[^Z]'; do sleep 0.05; done, was killed while"})
    void whatAKilledStartHasLeftIsClearedAway(String killed, String said) {
        Path output = directory.resolve("o");
        Command.Result result = Recorder.prepared(directory, "cd " + directory + " && '" + Recorder.script()
                + "' start --profile locks -o o && { " + killed + "; }", "stop", "-o", output.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains(said).endsWith(NOTHING_LEFT);
        assertThat(output.resolve(".recording")).doesNotExist();
    }

    @Test
    void aRecorderThatIsKilledLeavesARecordingThatEndsWithItsCommand() {
        Path output = directory.resolve("o");
        Path status = directory.resolve("status");
        Path program = Recorder.executable(directory.resolve("kills"), "#!/bin/sh\nkill -KILL $PPID\n"
                + "until " + NOT_RECORDED + Recorder.script() + " status -o " + output + " > " + status + " 2>&1; grep -q killed " + status
                + "; do :; done\n" + Recorder.sample(directory) + "\n");
        String setup = "('" + Recorder.script() + "' start --profile locks -o " + output + " -- " + program
                + "); [ $? -eq 137 ] && while [ -e " + output + "/.recording ]; do sleep 0.1; done";
        Command.Result result = Recorder.prepared(directory, setup, "status", "-o", output.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(2); // it is over
        assertThat(result.output()).contains("bowline-record was killed, and its command has ended: ending the recording")
                .endsWith(NOTHING_LEFT);
        assertThat(Command.text(status)).contains("recording, ", "The recording ends with its command, process ", "; before that, by: ");
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
        assertThat(output.resolve("recording.txt")).exists();
    }

    @Test
    void aFlightRecorderThatIsKilledKeepsWhatPrecededTheEnd() {
        Path output = directory.resolve("o");
        Path program = Recorder.executable(directory.resolve("kills"),
                "#!/bin/sh\nkill -KILL $PPID\n" + Recorder.sample(directory) + "\n");
        String setup = "('" + Recorder.script() + "' start --profile locks --snapshot -o " + output + " -- " + program + "); while [ -e "
                + output + "/.recording ]; do sleep 0.1; done";
        assertThat(Recorder.prepared(directory, setup, "--help").succeed()).endsWith(NOTHING_LEFT);
        assertThat(Recorder.unlocks(output.resolve("snapshot-1"))).isGreaterThanOrEqualTo(200);
    }

    @Test
    void thatNobodyIsLeftToEndARecordingIsTold() {
        Path output = directory.resolve("o");
        Path state = output.resolve(".recording");
        Path program = Recorder.executable(directory.resolve("kills"), "#!/bin/sh\nuntil [ -s " + state + "/keeper ]; do :; done\n"
                + "kill -KILL $(cut -d ' ' -f 1 " + state + "/keeper) $PPID\n" + Recorder.sample(directory) + "\n");
        String script = "'" + Recorder.script() + "'";
        String setup = "(" + script + " start --profile locks -o " + output + " -- " + program + "); while read pid born < " + state
                + "/command && kill -0 $pid 2>/dev/null; do sleep 0.1; done; " + script + " status -o " + output + "; echo status $?";
        Command.Result result = Recorder.prepared(directory, setup, "stop", "-o", output.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains("recording, ", "was killed. The recording does not end by itself: ", " stop -o " + output,
                "status 1\n").endsWith(NOTHING_LEFT);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource({"stop -o a, stop -o b", "stop -o b, stop -o a"})
    void theLastOfSeveralRecordingsEndsTheSessionDaemonThatTheFirstHasBegun(String first, String second) {
        String script = "'" + Recorder.script() + "'";
        String setup = "cd " + directory + " && " + script + " start --profile locks -o a && " + script
                + " start --profile locks -o b && env " + Recorder.LOCKS_PRELOADED + " true && " + script + " " + first;
        String said = Recorder.prepared(directory, setup, second.split(" ")).succeed();
        assertThat(said)
                .contains("is left running: others record with it by now (bowline-", "; the last bowline-record that uses it ends it")
                .endsWith(NOTHING_LEFT);
        assertThat(Recorder.unlocks(directory.resolve("a"))).isPositive();
        assertThat(Recorder.unlocks(directory.resolve("b"))).isPositive();
    }

    @Test
    void aSessionDaemonThatWasThereIsNotEnded() {
        String script = "'" + Recorder.script() + "'";
        String setup = "cd " + directory + " && lttng-sessiond --daemonize --no-kernel && " + script + " start --profile locks -o a && env "
                + Recorder.LOCKS_PRELOADED + " true && " + script + " stop -o a";
        String said = Recorder.prepared(directory, setup, "--help").succeed();
        Matcher daemons = Pattern.compile("lttng-[a-z]+:(\\d+)").matcher(said.substring(said.indexOf("LEFT:")));
        assertThat(daemons.find()).as(said).isTrue();
        do {
            Command.of("kill", daemons.group(1)).run();
        } while (daemons.find());
    }

    @Test
    void theCommandHasWhatItWouldHaveWithoutUs() {
        Path there = directory.resolve("there");
        Path here = directory.resolve("here");
        Path tell = Recorder.executable(directory.resolve("tell"),
                "#!/bin/sh\numask; grep -E 'Sig(Blk|Ign)' /proc/self/status | grep -o '.......$'; ls /proc/self/fd\n");
        Recorder.prepared(directory, "umask 027; " + tell + " > " + there, "start", "--profile", "locks", "-o",
                directory.resolve("o").toString(), "--", "sh", "-c", NOT_RECORDED + tell + " > " + here).succeed();
        assertThat(Command.text(here)).isEqualTo(Command.text(there)).startsWith("0027\n");
    }

    @Test
    void anOrdinaryUserIsToldNothingFalse() {
        Path program = Annotated.makeWithLibrary().resolve("sample");
        Path output = directory.resolve("o");
        Command.Result result = RightsTest.asNobody(directory, Recorder.script().toString(), "start", "--profile", "requests", "-o",
                output.toString(), "--", program.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isZero();
        assertThat(result.output()).contains("150 GET and 50 PUT served").doesNotContain("grep", "binary", "no program had");
        assertThat(Recorder.events(output)).containsEntry("bowline:interval_begin", 200L);
    }

    @Test
    void theFolderForTemporaryFilesMayHaveALongName() throws IOException {
        Recorder.needLttng();
        Path temporary = Files.createDirectory(directory.resolve("t".repeat(100)));
        if (Recorder.root()) {
            Command.of("chmod", "1777", temporary.toString()).succeed();
        }
        Path program = Recorder.sample(directory);
        Command.of("chmod", "755", program.toString()).succeed();
        Path output = directory.resolve("o");
        RightsTest.asNobody(directory, Recorder.script().toString(), "start", "--profile", "locks", "-o", output.toString(), "--",
                program.toString()).with("TMPDIR", temporary.toString()).succeed();
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @Test
    void aNameMayBeInTwoPacketsOfMetadata() throws IOException {
        String own = "event { name = \"lttng_ust_statedump:start\"; };";
        String mine = "event { name = \"my:event\"; };";
        int count = 0;
        for (String text : List.of(own, own + mine)) {
            for (int cut = 1; cut < text.length(); cut++) {
                ByteOrder order = cut % 2 == 0 ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
                Path ust = Files.createDirectories(directory.resolve((text.equals(own) ? "own" : "mine") + count++ + "/ust"));
                Files.write(ust.resolve("metadata"), packets(order, text.substring(0, cut), text.substring(cut)));
            }
        }
        Files.writeString(directory.resolve("plan"), "UST c TRACEPOINT - my:*,lttng_ust_statedump:*\n");
        String said = Command.of("bash", "-c", """
                set -o pipefail; export LC_ALL=C; . record/symbols.sh; say() { echo told "${one%%[0-9]*}"; }
                work=$1; cd "$1" && for one in own* mine*; do nothing_told "$one"; done""", "bash", directory.toString())
                .in(Recorder.profiles()).succeed();
        assertThat(said).isEqualTo("told own\n".repeat(own.length() - 1));
    }

    /** Texts in the packets of CTF, with padding. */
    private static byte[] packets(ByteOrder order, String... texts) {
        ByteBuffer all = ByteBuffer.allocate(1024).order(order);
        for (String text : texts) {
            int bits = (37 + text.length()) * 8;
            all.putInt(0x75D11D57).putLong(0x1122334455667788L).putLong(0x2241424344454647L).putInt(0).putInt(bits).putInt(bits + 24);
            all.put(new byte[] {0, 0, 0, 1, 8}).put(text.getBytes(StandardCharsets.US_ASCII)).put(new byte[3]);
        }
        return Arrays.copyOf(all.array(), all.position());
    }

    /** Read by every bash: the first one is bowline-record. */
    private Path envThatNotesThePid() {
        return Recorder.executable(directory.resolve("env.sh"), "[ -e " + directory + "/pid ] || echo $$ > " + directory + "/pid\n");
    }

    @Test
    void startStatusAndStopByHand() {
        Path output = directory.resolve("o");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            String[] common = {Recorder.script().toString(), "", "-o", output.toString()};
            assertThat(record(daemon, common, "start", "--profile", "locks").output())
                    .contains("stop with: ../../lttng-profiles/bowline-record stop -o " + output);
            assertThat(record(daemon, common, "status").output()).contains("recording, 0 MiB so far");
            daemon.command("env", Recorder.LOCKS_PRELOADED, "true").succeed();
            Command.Result again = record(daemon, common, "start", "--profile", "locks");
            assertThat(again.exitCode()).isEqualTo(73);
            assertThat(again.output()).contains("is being recorded into already");
            assertThat(record(daemon, common, "stop").exitCode()).isZero();
            assertThat(daemon.lttng("list")).doesNotContain("bowline-");
            assertThat(daemon.processes()).anyMatch(ProcessHandle::isAlive); // it was there before
            Command.Result late = record(daemon, common, "status");
            assertThat(late.exitCode()).isEqualTo(2);
            assertThat(late.output()).contains("nothing is being recorded into " + output);
            Command.Result full = record(daemon, common, "start", "--profile", "locks");
            assertThat(full.output()).contains("is not empty");
        }
    }

    @Test
    void aSessionDaemonThatDiesIsToldAndWhatThereIsIsKept() {
        Path output = directory.resolve("o");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            String[] common = {Recorder.script().toString(), "", "-o", output.toString()};
            assertThat(record(daemon, common, "start", "--profile", "locks").exitCode()).isZero();
            daemon.command("pkill", "--pidfile", pidFile(daemon).toString(), "--signal", "KILL").run();
            daemon.processes().get(0).onExit().orTimeout(Command.LIMIT_SECONDS, TimeUnit.SECONDS).join();
            // the name space goes with the daemon: what comes now runs where there is none
            Command.Result status = withoutDaemon(daemon, common, "status");
            assertThat(status.exitCode()).as(status.output()).isEqualTo(1);
            assertThat(status.output()).contains("NOT RECORDING");
            Command.Result stop = withoutDaemon(daemon, common, "stop");
            assertThat(stop.exitCode()).isEqualTo(1);
            assertThat(stop.output()).contains("the session is gone: LTTng's session daemon has died");
            assertThat(output.resolve("recording.txt")).exists();
            assertThat(output.resolve(".recording")).doesNotExist();
        }
    }

    private Path pidFile(LttngDaemon daemon) throws AssertionError {
        try {
            return Files.writeString(directory.resolve("daemon.pid"), Long.toString(daemon.processes().get(0).pid()));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private Command.Result withoutDaemon(LttngDaemon daemon, String[] common, String action) {
        return Recorder.alone(directory, action, common[2], common[3]).with("LTTNG_HOME", daemon.home().toString()).run();
    }

    private static Command.Result record(LttngDaemon daemon, String[] common, String action, String... more) {
        List<String> line = new java.util.ArrayList<>(List.of(common));
        line.set(1, action);
        line.addAll(List.of(more));
        return daemon.command(line.toArray(String[]::new)).run();
    }

    @Test
    void theFlightRecorderKeepsWhatPrecededTheEnd() {
        Path output = directory.resolve("o");
        String said = Recorder.alone(directory, "start", "--profile", "locks", "--snapshot", "-o", output.toString(), "--",
                Recorder.sample(directory).toString()).succeed();
        assertThat(said).contains("next: ../../bowline info --events " + output + "/snapshot-1").endsWith(NOTHING_LEFT);
        assertThat(Recorder.unlocks(output.resolve("snapshot-1"))).isGreaterThanOrEqualTo(200);
    }

    @Test
    void aLongRunIsInSeveralArchivesThatAreReadAsOne() {
        Path output = directory.resolve("o");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            String[] common = {Recorder.script().toString(), "", "-o", output.toString()};
            assertThat(record(daemon, common, "start", "--profile", "locks", "--rotate", "1h").exitCode()).isZero();
            String session = daemon.lttng("list").lines().filter(line -> line.contains("bowline-")).findFirst().orElseThrow()
                    .replaceAll(".*(bowline-\\w+).*", "$1");
            assertThat(daemon.lttng("list", session)).contains("3600000000");
            String[] program = {"env", Recorder.LOCKS_PRELOADED, Recorder.sample(directory).toString()};
            daemon.command(program).succeed();
            daemon.lttng("rotate", session);
            daemon.command(program).succeed();
            assertThat(record(daemon, common, "stop").exitCode()).isZero();
        }
        assertThat(Recorder.below(output).stream().filter(file -> file.endsWith("metadata"))).hasSizeGreaterThan(1);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(400);
    }

    @Test
    void perfMapsAreCollectedButLinksAreNotFollowed() throws IOException {
        Path output = directory.resolve("o");
        long map = ProcessHandle.current().pid();
        long link = ProcessHandle.current().parent().orElseThrow().pid();
        Path mapFile = Path.of("/tmp/perf-" + map + ".map");
        Path linkFile = Path.of("/tmp/perf-" + link + ".map");
        Assumptions.assumeFalse(Files.exists(mapFile) || Files.exists(linkFile), "perf maps of these processes exist already");
        try {
            Files.writeString(mapFile, "7f0000001000 20 Lsample/Method;\n");
            Files.createSymbolicLink(linkFile, Path.of("/etc/passwd"));
            Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", "true").succeed();
        } finally {
            Files.deleteIfExists(mapFile);
            Files.deleteIfExists(linkFile);
        }
        List<Path> files = Recorder.below(output);
        assertThat(files).anyMatch(file -> file.endsWith("symbols/perf-" + map + ".map"))
                .noneMatch(file -> file.toString().contains("perf-" + link));
    }

    @ParameterizedTest
    @CsvSource({"lttng*, there is no lttng here. Install", "lttng-sessiond, there is no lttng-sessiond here"})
    void withoutLttngItTellsWhatToInstall(String missing, String said) {
        Path tools = directory.resolve("tools");
        // the whole path, but for LTTng's tools, or its session daemon
        String link = "trap 'rm -r " + tools + "' EXIT; mkdir " + tools
                + "; for d in /usr/bin /bin; do for f in $d/*; do case $f in */" + missing + ") ;; *) ln -sf $f " + tools
                + "/ ;; esac; done; done; PATH=" + tools + "; export PATH";
        Command.Result result = Recorder.prepared(directory, link, "start", "--profile", "locks", "-o", directory.resolve("o").toString())
                .run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
        assertThat(result.output()).contains(said).endsWith(NOTHING_LEFT);
        assertThat(directory.resolve("o")).doesNotExist();
    }

    @Test
    void withoutTheKernelsModulesItTellsWhatToInstall() {
        Recorder.needLttng();
        Assumptions.assumeTrue(Recorder.root(), "only root could use the kernel's modules");
        Assumptions.assumeFalse(Files.exists(Path.of("/sys/module/lttng_tracer"))
                || Command.exists("modprobe") && Command.of("modprobe", "-n", "lttng-tracer").run().exitCode() == 0,
                "this machine has LTTng's kernel modules");
        Command.Result result = Recorder.alone(directory, "start", "-o", directory.resolve("o").toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
        assertThat(result.output()).contains("LTTng's kernel modules are not installed for kernel").endsWith(NOTHING_LEFT);
        assertThat(directory.resolve("o")).doesNotExist();
    }

    @Test
    void whenTheDiskFillsUpTheRecordingEndsWhileItCanStillBeRead() {
        Path output = directory.resolve("o");
        Path tools = directory.resolve("tools");
        Path full = directory.resolve("full");
        Recorder.executable(tools.resolve("stat"), "#!/bin/sh\nif [ \"$1\" = -f ] && [ -e " + full + " ]; then echo 25600 1024; else exec "
                + Command.of("sh", "-c", "command -v stat").succeed().strip() + " \"$@\"; fi\n");
        Path program = Recorder.executable(directory.resolve("fills"),
                "#!/bin/sh\n" + Recorder.sample(directory) + " || exit 3\n: > " + full
                        + "\nuntil " + NOT_RECORDED + Recorder.script() + " status -o " + output + " > " + directory
                        + "/status; [ $? -eq 1 ]; do :; done\n");
        Command.Result result = Recorder.prepared(directory, "PATH=" + tools + ":$PATH; export PATH", "start", "--profile", "locks",
                "--buffers", "1M", "-o", output.toString(), "--", program.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains("the disk was nearly full at 20", "Make room, or give another place").endsWith(NOTHING_LEFT);
        assertThat(Command.text(directory.resolve("status"))).contains("NOT RECORDING: the disk was nearly full at 20");
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @Test
    void nobodyEndsARecordingWhileItsCommandRuns() {
        Path output = directory.resolve("o");
        String said = Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", "sh", "-c",
                NOT_RECORDED + Recorder.script() + " stop -o " + output + "; [ $? -eq 1 ] && " + Recorder.sample(directory)).succeed();
        assertThat(said).contains("another bowline-record is at work on " + output).endsWith(NOTHING_LEFT);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @Test
    void whatItTellsToTypeCanBeTyped() throws IOException {
        Path checkout = Recorder.profiles().getParent();
        Path copy = Files.createDirectories(directory.resolve("a copy"));
        Command.of("cp", "-R", Recorder.script().toString(), Recorder.profiles().resolve("record").toString(),
                Recorder.profiles().resolve("locks.lttng").toString(), copy.toString()).succeed();
        Path tools = Files.createDirectories(directory.resolve("tools"));
        Files.createSymbolicLink(tools.resolve("bowline"), checkout.resolve("bowline"));
        Files.createSymbolicLink(tools.resolve("bowline-record"), Recorder.script());
        try (LttngDaemon daemon = LttngDaemon.start()) {
            typed(daemon, checkout, "lttng-profiles/bowline-record", "lttng-profiles/bowline-record", "./bowline");
            typed(daemon, checkout.resolve("lttng-profiles"), "./bowline-record", "./bowline-record", "../bowline");
            typed(daemon, checkout.resolve("docs"), Recorder.script().toString(), "../lttng-profiles/bowline-record", "../bowline");
            typed(daemon, directory, "a copy/bowline-record", "'a copy/bowline-record'", "bowline"); // no checkout
            typed(daemon, checkout, "PATH=" + tools + ":$PATH bowline-record", "bowline-record", "bowline");
        }
    }

    /** Records by hand; what it says at the start is what is typed at the end. */
    private void typed(LttngDaemon daemon, Path folder, String called, String recorder, String bowline) throws IOException {
        Path output = directory.resolve("it's");
        String path = called.startsWith("PATH=") ? called.replaceAll(" .*", " ") : "";
        String words = called.startsWith("PATH=") ? called.replaceAll(".* ", "") : "'" + called + "'";
        String at = " -o '" + directory + "/it'\\''s'";
        String there = "cd '" + folder + "' && " + path;
        String started = daemon.command("sh", "-c", there + words + " start --profile locks -o \"$1\"", "sh", output.toString()).succeed();
        String stop = started.lines().filter(line -> line.contains("stop with: ")).findFirst().orElseThrow().replaceAll(".*stop with: ",
                "");
        assertThat(stop).isEqualTo(recorder + " stop" + at);
        daemon.command("env", Recorder.LOCKS_PRELOADED, "true").succeed();
        assertThat(daemon.command("sh", "-c", there + stop).succeed())
                .contains("next: " + bowline + " info --events" + at.substring(3) + "\n");
        Command.of("rm", "-r", output.toString()).succeed();
    }

    @Test
    void aDirectoryThatIsNotThereIsNotGuessed() {
        Command.Result result = Command.of(Recorder.script().toString(), "start", "-o", "nowhere/deep/o").in(directory).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
        assertThat(result.output()).contains("there is no directory nowhere/deep");
    }

    @Test
    void aProfileMayHaveAnyName() throws IOException {
        Files.copy(Recorder.profiles().resolve("locks.lttng"), directory.resolve("a=b.lttng"));
        Files.copy(Recorder.profiles().resolve("functions.lttng"), directory.resolve("-v.lttng"));
        Recorder.prepared(directory, "cd " + directory, "start", "--profile", "a=b.lttng", "--profile", "-v.lttng", "-o", "o", "--",
                Recorder.sample(directory).toString()).succeed();
        assertThat(Recorder.unlocks(directory.resolve("o"))).isGreaterThanOrEqualTo(200);
        assertThat(Recorder.events(directory.resolve("o"))).containsEntry("lttng_ust_cyg_profile:func_entry", 203L);
    }

    @Test
    void aFullDiskIsToldBeforeTheStart() {
        Assumptions.assumeTrue(Recorder.root(), "only root can make a small disk");
        Path small = directory.resolve("small");
        Command.Result result = Recorder.prepared(directory, "mkdir " + small + " && mount -t tmpfs -o size=1m,mode=700 tmpfs " + small,
                "start", "--profile", "locks", "-o", small.resolve("o").toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
        assertThat(result.output()).contains("MiB are free where the trace would go").endsWith(NOTHING_LEFT);
    }

    @Test
    void rootDoesNotWriteWhereOthersCouldInterfere() {
        Assumptions.assumeTrue(Recorder.root(), "you are not root");
        String foreign = directory.resolve("foreign").toString();
        for (String setup : List.of("mkdir F && chown 65534 F", "mkdir R && ln -s R F", "mkdir P && chmod 777 P && O=P/o",
                "mkdir Q && chown 65534 Q && O=Q/o", "mkdir -p G/r && chown 65534 G && O=G/r/o",
                "mkdir -p H/r && chmod 777 H && O=H/r/o")) {
            Path parent = Path.of(foreign + Integer.toHexString(setup.hashCode()));
            String output = setup.contains("O=") ? setup.replaceAll(".*O=", "") : "F";
            Command.Result result = Recorder
                    .prepared(directory, "mkdir " + parent + " && cd " + parent + " && " + setup, "start", "--profile",
                            "locks", "-o", parent.resolve(output).toString())
                    .run();
            assertThat(result.exitCode()).as(setup + result.output()).isEqualTo(73);
            assertThat(result.output()).contains("refusing to write ").contains(" as root. Give ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "begin", "start --profile nonsense", "start --profile ../../etc/passwd",
        "start --host ssh://-oProxyCommand=x",
        "start --host ssh://a;b", "start --host ftp://a", "start --host local --host local", "start --event a;b", "start --event -a",
        "start --host ssh://.a", "start --host ssh://[::1", "start --host ssh://[web]:22", "start --host ssh://a:b:z",
        "start --host ssh://[::1%a;b]", "start --as-root", "start --host ssh://-l@a", "start --host ssh://a:-p", "start --remote-dir /",
        "start --remote-dir /a:b",
        "start --rotate 0s",
        "start --rotate 5", "start --buffers many", "start --snapshot --rotate 5s", "start --remote-dir here", "start --profile",
        "start --", "stop now", "stop -o"})
    void wrongUsageIsSaid(String words) {
        List<String> line = new java.util.ArrayList<>(List.of(Recorder.script().toString()));
        if (!words.isEmpty()) {
            line.addAll(List.of(words.split(" ")));
        }
        Command.Result result = Command.of(line).in(directory).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(2);
        assertThat(result.output()).startsWith("bowline-record: ").contains("Try bowline-record --help.");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void theHelpTellsAllCommands() {
        String help = Command.of(Recorder.script().toString(), "--help").succeed();
        assertThat(help).contains("start", "stop", "snapshot", "status", "Exit codes");
        for (String command : List.of("start", "stop", "status")) {
            assertThat(Command.of(Recorder.script().toString(), command, "--help").succeed()).isEqualTo(help);
        }
    }

    @Test
    void shellcheckFindsNothing() {
        Assumptions.assumeTrue(Command.exists("shellcheck"), "no shellcheck here");
        Command.of("shellcheck", "-x", "-P", "record", "bowline-record", "record/host.sh", "record/symbols.sh", "record/place.sh")
                .in(Recorder.profiles()).succeed();
        Command.of("sh", "-c",
                "shellcheck -x -P SCRIPTDIR -S warning -e SC1090,SC2154 check-recording lab/*.sh lab/guest/*.sh ../lttng-profiles/annotations/measure")
                .in(Recorder.profiles().resolveSibling("releng")).succeed();
    }
}
