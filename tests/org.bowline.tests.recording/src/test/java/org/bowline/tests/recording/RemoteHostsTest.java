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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
            assertThat(with(daemon, "stop", "-o", output.toString()).succeed()).contains("next: ../../bowline info --events " + output);
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
                    .contains("gone-2: ssh cannot reach it").contains("\"ssh -p 2222 me@gone true\" must work");
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
            somethingIsRecorded(daemon);
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
            somethingIsRecorded(daemon);
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
            somethingIsRecorded(daemon);
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
            somethingIsRecorded(daemon);
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

    @Test
    void whatAHostSaysDoesNotSteerTheTerminal() throws IOException {
        Path output = directory.resolve("out");
        // a title, a colour, the same by one byte and by two (C1), backwards; from a login shell, too
        Files.writeString(directory.resolve("said"), "\033]0;title\007 \033[31mred \\2331m \\302\\2331m \\342\\200\\256txt\\r\\n");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            List<String> said = new ArrayList<>(List.of(start(daemon, output, "ssh://one").succeed()));
            somethingIsRecorded(daemon);
            said.add(with(daemon, "status", "-o", output.toString()).succeed());
            Files.writeString(Recorder.below(remote()).get(1).resolve("tool/record/symbols.sh"),
                    "symbols() { printf '\\033[2J'; printf '\\033[2J' >&2; }\n");
            said.add(with(daemon, "stop", "-o", output.toString()).succeed());
            for (String text : said) {
                assertThat(text).contains("?]0;title? ?[31mred ?1m ??1m ???txt\n").matches("[\\n\\x20-\\x7e]*");
            }
            assertThat(said.get(1).lines().filter(line -> line.startsWith("one "))).singleElement().asString().contains("recording,");
        }
        assertThat(Recorder.unlocks(output.resolve("one"))).isPositive();
        assertThat(remains()).isEmpty();
    }

    @Test
    void namesOfHostsAreNotThoseOfOurFiles() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://recording.txt", "ssh://snapshot-1", "ssh://one", "ssh://one.part").succeed();
            somethingIsRecorded(daemon);
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(output.resolve("recording.txt")).isRegularFile().content().contains("host recording.txt-2 ssh://recording.txt\n",
                "host snapshot-1-2 ssh://snapshot-1\n");
        for (String host : List.of("recording.txt-2", "snapshot-1-2", "one", "one.part")) {
            assertThat(Recorder.unlocks(output.resolve(host))).as(host).isPositive();
        }
    }

    @Test
    void hostsMayBeAddressesOfIpV6() {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://me@[fe80::1%eth0]:2222", "ssh://[::1]", "ssh://::ffff:10.0.0.1", "ssh://me@fe80::2%eth0")
                    .succeed();
            somethingIsRecorded(daemon);
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(log()).contains(" -p 2222 -o BatchMode=yes -- me@fe80::1%eth0 ", "=yes -- ::1 ", "=yes -- ::ffff:10.0.0.1 ",
                "=yes -- me@fe80::2%eth0 ");
        for (String host : List.of("fe80__1_eth0", "__1", "__ffff_10.0.0.1", "fe80__2_eth0")) {
            assertThat(Recorder.unlocks(output.resolve(host))).as(host).isPositive();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes '' | tr '\\n' x", "yes >&2", "yes '' | tr '\\n' x >&2", "exec sleep 50"})
    void aHostThatSaysTooMuchOrNothingIsLeft(String instead) throws IOException {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one").succeed();
            somethingIsRecorded(daemon);
            Files.writeString(directory.resolve("instead"), instead);
            Command.Result status = with(daemon, "status", "-o", output.toString()).with("BOWLINE_RECORD_PATIENCE", "4").run();
            assertThat(status.exitCode()).as(status.output()).isEqualTo(1);
            assertThat(status.output()).contains("one ").hasSizeLessThan(300_000);
            if (instead.contains(">&2")) {
                assertThat(status.output()).contains("one: it says more than 200 lines: the rest is not shown");
            } else if (instead.contains("sleep")) {
                assertThat(status.output()).contains("one: it was not ready after 4 s", "BOWLINE_RECORD_PATIENCE", "cannot be asked");
            }
            Files.delete(directory.resolve("instead"));
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(remains()).isEmpty();
        assertThat(output.resolve("one")).isDirectory();
    }

    @ParameterizedTest
    @CsvSource(delimiterString = "=>", quoteCharacter = '`', value = {
        "truncate -s 9G big; echo bowline-trace 2 100; exec tar -c ./big => one: it sends more than it announced",
        "echo bowline-trace 3 999999999999999 => one: there is no room for its trace: 953674316 MiB in 3 files",
        "echo bowline-trace 3 100; exec sleep 50 => one: it has sent next to nothing for 8 s",
        "yes => one: it sent no trace", "exec sleep 50 => one: it sent no trace",
        "echo bowline-trace 1 0; echo no archive => one: what it sent is not a whole archive",
        "truncate -s 9G hole; echo bowline-trace 2 100; tar -c -S ./hole => one: what it sent is not what it announced (2 files",
        "touch a; echo bowline-trace 2 0; while echo ./a; do :; done | tar -c -T - => more files than announced",
        "echo x > a; echo bowline-trace 4 2; tar -c ./a => one: what it sent is not what it announced (4 files",
        "echo x > $(printf 'e\\033[31m'); echo bowline-trace 2 2; tar -c . => one: there are names of files in what it sent that no trace has"})
    void aTraceThatDoesNotEndOrIsNoneIsNotTaken(String instead, String said) throws IOException {
        Path output = directory.resolve("out");
        try (LttngDaemon daemon = LttngDaemon.start()) {
            start(daemon, output, "ssh://one").succeed();
            somethingIsRecorded(daemon);
            // the session is ended by this one, the next only collects
            Files.writeString(directory.resolve("instead-of-tar"), "true");
            assertThat(with(daemon, "stop", "-o", output.toString()).run().output()).contains("one: it sent no trace");
            Files.writeString(directory.resolve("instead-of-tar"), instead);
            Command.Result stop = with(daemon, "stop", "-o", output.toString())
                    .with("BOWLINE_RECORD_PATIENCE", instead.contains("sleep") ? "8" : "40").run();
            assertThat(stop.exitCode()).as(stop.output()).isEqualTo(1);
            assertThat(stop.output()).contains(said, "one: its trace could not be collected").matches("[\\n\\x20-\\x7e]*");
            assertThat(output.resolve("one")).doesNotExist();
            Files.delete(directory.resolve("instead-of-tar"));
            with(daemon, "stop", "-o", output.toString()).succeed();
        }
        assertThat(remains()).isEmpty();
        assertThat(Recorder.unlocks(output.resolve("one"))).isPositive();
    }

    /** Without it, {@code stop} would rightly complain. */
    private static void somethingIsRecorded(LttngDaemon daemon) {
        daemon.command("env", Recorder.LOCKS_PRELOADED, "true").succeed();
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
                cd / || exit
                if [ -e DIR/said ]; then printf "$(cat DIR/said)"; printf "$(cat DIR/said)" >&2; fi
                if [ -e DIR/instead ]; then exec sh DIR/instead; fi
                case $* in *bowline-trace*) if [ -e DIR/instead-of-tar ]; then mkdir -p DIR/sent; cd DIR/sent && exec sh DIR/instead-of-tar; fi ;; esac
                exec sh -c "$*"
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
