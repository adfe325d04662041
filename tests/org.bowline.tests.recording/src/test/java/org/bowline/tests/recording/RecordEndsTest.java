/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bowline-record} ends what it began, whatever happens to it, to its command or to LTTng. */
final class RecordEndsTest {
    @TempDir Path directory;

    @Test
    void aCommandThatFailsBeforeItTellsAnythingHasItsExitCode() {
        Command.Result result = Recorder.alone(directory, "start", "--profile", "requests", "-o", directory.resolve("o").toString(), "--",
                "sh", "-c", "exit 7").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(7);
        assertThat(result.output()).contains("the command ended with 7", "nothing was recorded").endsWith(Recorder.NOTHING_LEFT);
    }

    @Test
    void theExitCodeIsThatOfTheCommand() {
        Command.Result result = Recorder.alone(directory, "start", "--profile", "locks", "-o", directory.resolve("o").toString(), "--",
                "sh", "-c", "exit 7").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(7);
        assertThat(result.output()).contains("the command ended with 7").endsWith(Recorder.NOTHING_LEFT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"INT", "TERM"})
    void aSignalEndsTheCommandAndTheTraceIsKept(String signal) {
        Path output = directory.resolve("o");
        // the command itself sends the signal to bowline-record, its parent, and then would go on for long
        Command.Result result = Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", "sh", "-c",
                "kill -" + signal + " $PPID; exec sleep 50").run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(signal.equals("INT") ? 130 : 143);
        assertThat(result.output()).endsWith(Recorder.NOTHING_LEFT);
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
        assertThat(result.output()).endsWith(Recorder.NOTHING_LEFT);
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
        assertThat(result.output()).contains("nothing was recorded", "nothing is being recorded into " + output)
                .endsWith(Recorder.NOTHING_LEFT);
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
        assertThat(result.output()).contains(said).endsWith(Recorder.NOTHING_LEFT);
        assertThat(output.resolve(".recording")).doesNotExist();
    }

    @Test
    void aRecorderThatIsKilledLeavesARecordingThatEndsWithItsCommand() {
        Path output = directory.resolve("o");
        Path status = directory.resolve("status");
        Path program = Recorder.executable(directory.resolve("kills"), "#!/bin/sh\nkill -KILL $PPID\n"
                + "until " + Recorder.NOT_RECORDED + Recorder.script() + " status -o " + output + " > " + status + " 2>&1; grep -q killed "
                + status
                + "; do :; done\n" + Recorder.sample(directory) + "\n");
        String setup = "('" + Recorder.script() + "' start --profile locks -o " + output + " -- " + program
                + "); [ $? -eq 137 ] && while [ -e " + output + "/.recording ]; do sleep 0.1; done";
        Command.Result result = Recorder.prepared(directory, setup, "status", "-o", output.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(2); // it is over
        assertThat(result.output()).contains("bowline-record was killed, and its command has ended: ending the recording")
                .endsWith(Recorder.NOTHING_LEFT);
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
        assertThat(Recorder.prepared(directory, setup, "--help").succeed()).endsWith(Recorder.NOTHING_LEFT);
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
                "status 1\n").endsWith(Recorder.NOTHING_LEFT);
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
                .endsWith(Recorder.NOTHING_LEFT);
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

    /** Read by every bash: the first one is bowline-record. */
    private Path envThatNotesThePid() {
        return Recorder.executable(directory.resolve("env.sh"), "[ -e " + directory + "/pid ] || echo $$ > " + directory + "/pid\n");
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
    void whenTheDiskFillsUpTheRecordingEndsWhileItCanStillBeRead() {
        Path output = directory.resolve("o");
        Path tools = directory.resolve("tools");
        Path full = directory.resolve("full");
        Recorder.executable(tools.resolve("stat"), "#!/bin/sh\nif [ \"$1\" = -f ] && [ -e " + full + " ]; then echo 25600 1024; else exec "
                + Command.of("sh", "-c", "command -v stat").succeed().strip() + " \"$@\"; fi\n");
        Path program = Recorder.executable(directory.resolve("fills"),
                "#!/bin/sh\n" + Recorder.sample(directory) + " || exit 3\n: > " + full
                        + "\nuntil " + Recorder.NOT_RECORDED + Recorder.script() + " status -o " + output + " > " + directory
                        + "/status; [ $? -eq 1 ]; do :; done\n");
        Command.Result result = Recorder.prepared(directory, "PATH=" + tools + ":$PATH; export PATH", "start", "--profile", "locks",
                "--buffers", "1M", "-o", output.toString(), "--", program.toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(1);
        assertThat(result.output()).contains("the disk was nearly full at 20", "Make room, or give another place")
                .endsWith(Recorder.NOTHING_LEFT);
        assertThat(Command.text(directory.resolve("status"))).contains("NOT RECORDING: the disk was nearly full at 20");
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @Test
    void nobodyEndsARecordingWhileItsCommandRuns() {
        Path output = directory.resolve("o");
        String said = Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", "sh", "-c",
                Recorder.NOT_RECORDED + Recorder.script() + " stop -o " + output + "; [ $? -eq 1 ] && " + Recorder.sample(directory))
                .succeed();
        assertThat(said).contains("another bowline-record is at work on " + output).endsWith(Recorder.NOTHING_LEFT);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

}
