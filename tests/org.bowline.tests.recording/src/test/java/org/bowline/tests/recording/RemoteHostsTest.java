/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bowline-record} with hosts beyond this one. An {@code ssh} of the test's own runs the commands here, as a login shell there would;
 * real hosts and the real ssh: releng/check-recording.
 */
final class RemoteHostsTest {
    @TempDir Path directory;

    @Test
    void severalHostsAreRecordedByOneCommandAndCollected() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one", "ssh://me@two:2222").succeed();
            daemon.command("env", Recorder.LOCKS_PRELOADED, Recorder.sample(directory).toString()).succeed();
            String status = with(daemon, "status", "-o", output.toString()).succeed();
            assertThat(status).contains("one ").contains("two ").contains("recording,");
            assertThat(with(daemon, "stop", "-o", output.toString()).succeed()).contains("next: ../../bowline info " + output);
            assertThat(daemon.lttng("list")).doesNotContain("bowline-");
        }
        for (String host : List.of("one", "two")) {
            assertThat(Recorder.unlocks(output.resolve(host))).isGreaterThanOrEqualTo(200);
            assertThat(output.resolve(host).resolve("system.txt")).content().contains("label " + host);
        }
        Recorder.assertPrivate(output);
        assertThat(log()).contains("-p 2222 -o BatchMode=yes -- me@two").doesNotContain("StrictHostKeyChecking");
        assertThat(remains()).isEmpty();
    }

    @Test
    void aHostThatCannotBeReachedStopsTheOthers() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Command.Result result = start(daemon, output, "ssh://one", "local", "ssh://gone", "ssh://me@gone:2222").run();
            assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
            assertThat(result.output()).contains("gone: ssh cannot reach it").contains("\"ssh gone true\" must work")
                    .contains("gone-2: ssh cannot reach it").contains("\"ssh ssh://me@gone:2222 true\" must work");
            assertThat(daemon.lttng("list")).doesNotContain("bowline-");
        }
        assertThat(output).doesNotExist();
        assertThat(remains()).isEmpty();
    }

    @Test
    void aHostThatIsAwayAtTheEndIsCollectedLater() throws IOException {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one", "ssh://two").succeed();
            Files.writeString(directory.resolve("away"), "two");
            Command.Result first = with(daemon, "stop", "-o", output.toString()).run();
            assertThat(first.exitCode()).as(first.output()).isEqualTo(1);
            assertThat(first.output()).contains("two: ssh cannot reach it. It goes on recording; when it can be reached again: ",
                    "bowline-record stop -o " + output);
            assertThat(output.resolve("one")).isDirectory();
            assertThat(output.resolve("two")).doesNotExist();
            Files.delete(directory.resolve("away"));
            with(daemon, "stop", "-o", output.toString()).succeed();
            assertThat(daemon.lttng("list")).doesNotContain("bowline-");
        }
        assertThat(output.resolve("two")).isDirectory();
        assertThat(output.resolve(".recording")).doesNotExist();
        assertThat(remains()).isEmpty();
    }

    @Test
    void snapshotsOfAllHostsAreTakenTogether() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one", "ssh://two", "--snapshot").succeed();
            daemon.command("env", Recorder.LOCKS_PRELOADED, Recorder.sample(directory).toString()).succeed();
            with(daemon, "snapshot", "--output=" + output).succeed();
            with(daemon, "snapshot", "-o", output.toString()).succeed();
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        for (String host : List.of("snapshot-1/one", "snapshot-1/two", "snapshot-2/one", "snapshot-2/two")) {
            assertThat(Recorder.unlocks(output.resolve(host))).isGreaterThanOrEqualTo(200);
        }
        assertThat(remains()).isEmpty();
    }

    @Test
    void rootOnTheOtherSideIsBySudo() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one", "--sudo").succeed();
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(log()).contains("sudo -n sh -c");
        assertThat(remains()).isEmpty();
    }

    @Test
    void aDirectoryThatWasThereBeforeAFailureIsThereAfterIt() throws IOException {
        Path output = Files.createDirectory(directory.resolve("out"));
        try (LttngDaemon daemon = LttngDaemon.start()) {
            assertThat(start(daemon, output, "ssh://gone").run().exitCode()).isEqualTo(69);
        }
        assertThat(output).isEmptyDirectory();
    }

    @Test
    void aHostThatSendsLinksIsNotTrusted() throws IOException {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one").succeed();
            Path link = Recorder.below(remote()).stream().filter(file -> file.endsWith("trace")).findFirst().orElseThrow().resolve("link");
            Files.createSymbolicLink(link, Path.of("/etc/passwd"));
            Command.Result stop = with(daemon, "stop", "-o", output.toString()).run();
            assertThat(stop.exitCode()).as(stop.output()).isEqualTo(1);
            assertThat(stop.output()).contains("one: there are links or devices in what it sent: not taken",
                    "its trace could not be collected");
            assertThat(Recorder.below(output)).noneMatch(Files::isSymbolicLink);
            Files.delete(link);
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(output.resolve("one")).isDirectory();
        assertThat(remains()).isEmpty();
    }

    @Test
    void whatSomebodyElseHasPutInItsPlaceThereIsNotRun() throws IOException {
        Assumptions.assumeTrue(Recorder.root(), "only root can be somebody else");
        Path output = directory.resolve("out");
        Path run = directory.resolve("run");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one").succeed();
            Path work = Recorder.below(remote()).get(1);
            Path ours = Files.move(work, directory.resolve("ours"));
            Recorder.executable(work.resolve("tool/record/host.sh"), "touch " + run + "\n");
            Command.of("chown", "65534", work.toString()).succeed();
            assertThat(with(daemon, "stop", "-o", output.toString()).run().exitCode()).isEqualTo(1);
            assertThat(run).doesNotExist();
            Command.of("rm", "-r", work.toString()).succeed();
            Files.move(ours, work);
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(output.resolve("one")).isDirectory();
        assertThat(remains()).isEmpty();
    }

    @Test
    void rootDoesNotRecordWhereOthersOfThatHostCouldInterfere() throws IOException {
        Assumptions.assumeTrue(Recorder.root(), "you are not root");
        Path output = directory.resolve("out");
        Files.setPosixFilePermissions(remote(), PosixFilePermissions.fromString("rwxrwxrwx"));
        try (LttngDaemon daemon = LttngDaemon.start()) {
            Command.Result result = start(daemon, output, "ssh://one").run();
            assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
            assertThat(result.output()).contains(remote() + " can be written by others: refusing to record");
        }
        assertThat(output).doesNotExist();
        assertThat(remains()).isEmpty();
    }

    private Command start(LttngDaemon daemon, Path output, String... hostsAndOptions) {
        List<String> words = new ArrayList<>(List.of("start", "--profile", "locks", "-o", output.toString(), "--remote-dir",
                remote().toString()));
        for (String word : hostsAndOptions) {
            if (!word.startsWith("--")) {
                words.add("--host");
            }
            words.add(word);
        }
        return with(daemon, words.toArray(String[]::new));
    }

    /** bowline-record with the session daemon of the test and our ssh and sudo. */
    private Command with(LttngDaemon daemon, String... words) {
        Path tools = directory.resolve("tools");
        // as ssh: the words after the destination are one line for a shell there; 255 if there is no way
        Recorder.executable(tools.resolve("ssh"), """
                #!/bin/sh
                echo "ssh $*" >> DIR/ssh.log
                while [ "$1" != -- ]; do shift; done
                case "${2#*@}" in gone | "$(cat DIR/away 2>/dev/null)") echo "ssh: connect to host $2: no route" >&2; exit 255 ;; esac
                shift 2
                cd / && exec sh -c "$*"
                """.replace("DIR", directory.toString()));
        Recorder.executable(tools.resolve("sudo"), "#!/bin/sh\n[ \"$1\" = -n ] || exit 1\nshift\nexec \"$@\"\n");
        List<String> line = new ArrayList<>(List.of("env", "PATH=" + tools + ":" + System.getenv("PATH"), Recorder.script().toString()));
        line.addAll(List.of(words));
        return daemon.command(line.toArray(String[]::new));
    }

    private Path remote() {
        try {
            return Files.createDirectories(directory.resolve("re'mote dir"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What is left on the other side. */
    private List<Path> remains() {
        List<Path> all = Recorder.below(remote());
        return all.subList(1, all.size());
    }

    private String log() {
        return Command.text(directory.resolve("ssh.log"));
    }
}
