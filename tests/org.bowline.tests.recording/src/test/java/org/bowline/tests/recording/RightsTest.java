/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What other users of a host could do to {@code bowline-record}, and what they get of it. More for root: RecordUsageTest. */
final class RightsTest {
    private static final int NOBODY = 65534;

    @TempDir Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"stop", "status", "snapshot"})
    void whatSomebodyElseHasPreparedIsNotRun(String action) throws IOException {
        Assumptions.assumeTrue(Recorder.root(), "only root can be somebody else");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path output = prepared();
        List<String> nobody = List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        // root's, found by another user; another user's, found by root
        Assumptions.assumeTrue(run(nobody, "test", "-x", Recorder.script().toString()).exitCode() == 0,
                "other users cannot read this checkout");
        assertRefused(run(nobody, Recorder.script().toString(), action, "-o", output.toString()), "is not a directory of nobody");
        Command.of("chown", "-R", NOBODY + ":" + NOBODY, output.toString()).succeed();
        assertRefused(run(List.of(), Recorder.script().toString(), action, "-o", output.toString()), "is not a directory of root");
        // only what is inside is another's, or leads to it
        Command.of("chown", "0", output.toString()).succeed();
        assertRefused(run(List.of(), Recorder.script().toString(), action, "-o", output.toString()),
                ".recording is not what root has started");
        Files.move(output.resolve(".recording"), directory.resolve("elsewhere"));
        Command.of("chown", "-R", "0", directory.resolve("elsewhere").toString()).succeed();
        Files.createSymbolicLink(output.resolve(".recording"), directory.resolve("elsewhere"));
        assertRefused(run(List.of(), Recorder.script().toString(), action, "-o", output.toString()),
                ".recording is not what root has started");
    }

    /** A recording to all appearance, whose tool does something else. */
    private Path prepared() throws IOException {
        Path output = directory.resolve("bowline-recording");
        Path work = Files.createDirectories(output.resolve(".recording/local"));
        Files.createDirectories(output.resolve(".recording/hosts"));
        Files.writeString(output.resolve(".recording/hosts/here"), "url=local\nwork=" + work + "\nphase=started\n");
        Recorder.executable(output.resolve(".recording/tool/record/host.sh"), "touch " + directory + "/run\n");
        Command.of("chmod", "-R", "go+rwX", output.toString()).succeed();
        return output;
    }

    private Command.Result run(List<String> before, String... words) {
        List<String> line = new java.util.ArrayList<>(before);
        line.addAll(List.of(words));
        return Command.of(line).in(directory).run();
    }

    private void assertRefused(Command.Result result, String why) {
        assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
        assertThat(result.output()).contains(why);
        assertThat(directory.resolve("run")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"1, recorded", "2, can be written by others"})
    void whoCallsSudoMayReadWhatWasRecorded(int group, String said) throws IOException {
        Assumptions.assumeTrue(Recorder.root(), "only root can imitate sudo");
        Assumptions.assumeTrue(Command.of("sh", "-c", "id -gn 1").succeed().equals(Command.of("sh", "-c", "id -un 1").succeed()),
                "user 1 has no group of that name here");
        String user = Command.of("id", "-un", "1").succeed().strip();
        Path home = Files.createDirectory(directory.resolve("home"));
        // as Ubuntu gives it: each user has a group, which may write
        Command.of("chown", "1:" + group, home.toString()).succeed();
        Command.of("chmod", "775", home.toString()).succeed();
        Path output = home.resolve("o");
        Command.Result result = Recorder
                .prepared(directory, "export SUDO_UID=1 SUDO_GID=1 SUDO_USER=" + user, "start", "--profile", "locks",
                        "--snapshot", "--as-root", "-o", output.toString(), "--", "sh", "-c",
                        Recorder.sample(directory) + " && " + Recorder.NOT_RECORDED + Recorder.script() + " snapshot -o " + output
                                + " && stat -c 'then %u %a' " + output
                                + " && stat -c 'now %u %a' " + output + "/snapshot-1")
                .run();
        if (group == 1) {
            assertThat(result.exitCode()).as(result.output()).isZero();
            assertThat(result.output()).contains("then 0 711\nnow 1 700\n");
            assertThat(Recorder.below(output))
                    .allMatch(file -> Command.of("stat", "-c", "%u %g", file.toString()).succeed().equals("1 1\n"));
            Recorder.assertPrivate(output);
        } else {
            assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
            assertThat(result.output()).contains(home + " " + said);
            assertThat(output).doesNotExist();
        }
    }

    /** A command of a user without rights: of the one who runs this, or of nobody if that is root. Its home is the folder. */
    static Command asNobody(Path home, String... words) {
        Recorder.needLttng();
        List<String> line = new java.util.ArrayList<>();
        if (Recorder.root()) {
            line.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
            Command.of("chown", NOBODY + ":" + NOBODY, home.toString()).succeed();
            List<String> probe = new java.util.ArrayList<>(line);
            probe.addAll(List.of("test", "-x", words[0], "-a", "-x", words[words.length - 1]));
            Assumptions.assumeTrue(Command.of(probe).run().exitCode() == 0, "other users cannot read this checkout");
        }
        line.addAll(List.of(words));
        return Command.of(line).with("HOME", home.toString()).with("TMPDIR", home.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "--as-root"})
    void underSudoTheCommandRunsAsWhoHasCalledIt(String word) throws IOException {
        Assumptions.assumeTrue(Recorder.root(), "only root can imitate sudo");
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        List<String> user = List.of(Command.of("getent", "passwd", "1").succeed().strip().split(":"));
        String groups = Command.of("id", "-G", user.get(0)).succeed().strip();
        Path output = directory.resolve("o");
        List<String> words = new java.util.ArrayList<>(List.of("start", "--profile", "locks", "-o", output.toString()));
        if (!word.isEmpty()) {
            words.add(word);
        }
        words.addAll(List.of("--", "sh", "-c", "echo told $(id -u) $(id -g) $(id -G) $HOME $USER $LOGNAME; cat /etc/shadow > /dev/null 2>&1"
                + " && echo reads all; exec " + Recorder.sample(directory)));
        String said = Recorder.prepared(directory, "export HOME=/root USER=root LOGNAME=root SUDO_UID=1 SUDO_GID=1 SUDO_USER="
                + user.get(0), words.toArray(String[]::new)).succeed();
        if (word.isEmpty()) {
            assertThat(said).contains("told 1 1 " + groups + " " + user.get(5) + " " + user.get(0) + " " + user.get(0) + "\n",
                    "the command runs as " + user.get(0) + ", who has called sudo (as root with --as-root)").doesNotContain("reads all");
        } else {
            assertThat(said).contains("told 0 0 ", " /root root root\n", "reads all").doesNotContain("the command runs as");
        }
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200);
    }

    @Test
    void withoutAWayToBeTheCallerNothingIsStarted() {
        Assumptions.assumeTrue(Recorder.root(), "only root can imitate sudo");
        Path tools = directory.resolve("tools");
        Recorder.executable(tools.resolve("setpriv"), "#!/bin/sh\nexit 127\n");
        Path output = directory.resolve("o");
        Command.Result result = Recorder.prepared(directory, "export SUDO_UID=1 SUDO_GID=1 PATH=" + tools + ":$PATH", "start", "--profile",
                "locks", "-o", output.toString(), "--", "touch", directory.resolve("run").toString()).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
        assertThat(result.output()).contains("the command cannot be run as ", "--as-root").endsWith("LEFT:\n");
        assertThat(output).doesNotExist();
        assertThat(directory.resolve("run")).doesNotExist();
    }

    @Test
    void namesOfMappedFilesAreWhatOthersChoose() throws IOException {
        Path work = directory.resolve("work");
        Path program = Files.copy(Path.of("/bin/sh").toRealPath(), directory.resolve("a | \\1 b"));
        Path replaced = Files.copy(program, directory.resolve("replaced"));
        Path pipe = directory.resolve("pipe");
        Command.of("mkfifo", pipe.toString()).succeed();
        Files.createDirectories(work.resolve("maps"));
        Files.writeString(work.resolve("maps/17"), line(program, "r-xp", "") + line(pipe, "r-xp", "") + line(replaced, "r-xp", " (deleted)")
                + line(Path.of("/etc/passwd"), "r-xp", "") + line(Path.of("/bin/ls"), "r--p", ""));
        // a pipe would be waited for; an address space may name any file
        Command.of("bash", "-c", ". record/symbols.sh && symbols \"$1\" \"$2\" UST", "bash", work.toString(),
                directory.resolve("out").toString()).in(Recorder.profiles()).succeed();
        assertThat(Command.text(directory.resolve("out/build-ids"))).matches("[0-9a-f]{40} \\Q" + program + "\\E\n");
    }

    private static String line(Path file, String rights, String end) {
        return "7f0000001000-7f0000002000 " + rights + " 00000000 08:01 4711                   " + file + end + "\n";
    }

    @Test
    void theMapsOfACommandAreSeenWhileItIsThere() throws IOException {
        Path work = Files.createDirectories(directory.resolve(".recording/work"));
        String script = """
                sleep 50 & p=$!
                ( until [ -s "$1/maps/$p" ] && grep -q /sleep "$1/maps/$p"; do :; done; kill $p ) &
                bash "$2/record/host.sh" watch "$1" $p 3> "$1/ready"; [ -s "$1/ready" ]""";
        Command.of("bash", "-c", script, "bash", work.toString(), Recorder.profiles().toString()).succeed();
    }
}
