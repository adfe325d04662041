/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bowline-record} says what is missing, wrong or full before it records. */
final class RecordUsageTest {
    @TempDir Path directory;

    @ParameterizedTest
    @CsvSource({"lttng*, there is no lttng here. Install", "lttng-sessiond, there is no lttng-sessiond here"})
    void withoutLttngItTellsWhatToInstall(String missing, String said) {
        Path tools = directory.resolve("tools");
        // the whole path, but for LTTng's tools, or its session daemon
        String link = "trap 'rm -r " + tools + "' EXIT; mkdir " + tools + "; ln -sf /usr/bin/* " + tools + "; ln -sf /bin/* " + tools
                + "; rm " + tools + "/" + missing + "; PATH=" + tools + "; export PATH";
        Command.Result result = Recorder.prepared(directory, link, "start", "--profile", "locks", "-o", directory.resolve("o").toString())
                .run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(69);
        assertThat(result.output()).contains(said).endsWith(Recorder.NOTHING_LEFT);
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
        assertThat(result.output()).contains("LTTng's kernel modules are not installed for kernel").endsWith(Recorder.NOTHING_LEFT);
        assertThat(directory.resolve("o")).doesNotExist();
    }

    @Test
    void aDirectoryThatIsNotThereIsNotGuessed() {
        Command.Result result = Command.of(Recorder.script().toString(), "start", "-o", "nowhere/deep/o").in(directory).run();
        assertThat(result.exitCode()).as(result.output()).isEqualTo(73);
        assertThat(result.output()).contains("there is no directory nowhere/deep. Make it first, or name another place with -o.");
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
        assertThat(result.output()).contains("MiB are free where the trace would go").endsWith(Recorder.NOTHING_LEFT);
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
