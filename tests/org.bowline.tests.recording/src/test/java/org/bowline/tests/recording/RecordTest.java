/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code bowline-record} on one host, in user space: what it records, and that nothing is left running whatever happens. */
final class RecordTest {
    @TempDir Path directory;

    @Test
    void aCommandIsRecordedWhileItRuns() {
        Path output = directory.resolve("it's a \"dir\" of $HOME [x]*");
        String said = Recorder.alone(directory, "start", "--profile", "functions", "--profile=locks", "-o", output.toString(), "--",
                Recorder.sample(directory).toString()).succeed();
        assertThat(said).contains("recording functions locks").contains("next: ../../bowline info --events '" + directory)
                .endsWith(Recorder.NOTHING_LEFT);
        // main, 2 times run, 200 times work; each of these takes the lock once
        assertThat(Recorder.events(output)).containsEntry("lttng_ust_cyg_profile:func_entry", 203L)
                .containsEntry("lttng_ust_cyg_profile:func_exit", 203L).containsEntry("(discarded)", 0L);
        assertThat(Recorder.unlocks(output)).isGreaterThanOrEqualTo(200); // the C library takes locks, too
        Recorder.assertPrivate(output);
        assertThat(output.resolve(".recording")).doesNotExist();
        assertThat(output.resolve("recording.txt")).content().contains("profiles=functions locks");
    }

    /** Else its own shells are the ones that wait for each other most often, and the work of a recording is looked for where they do. */
    @Test
    void whatRunsBesideTheCommandIsCalledBowlineRecord() {
        Path names = directory.resolve("names");
        Path output = directory.resolve("o");
        // a process tells its name at its begin, and the command may be faster
        Path look = Recorder.executable(directory.resolve("look"), "#!/bin/sh\nsleep 1\n" + Recorder.NOT_RECORDED
                + "cat /proc/$PPID/comm > " + names + "\nfor p in $(grep -l record/host.sh /proc/[0-9]*/cmdline); do\n"
                + "grep -q " + output + " $p && cat ${p%cmdline}comm >> " + names + "\ndone\ntrue\n");
        Recorder.alone(directory, "start", "--profile", "locks", "-o", output.toString(), "--", look.toString()).succeed();
        assertThat(Command.text(names).lines().toList()).hasSizeGreaterThanOrEqualTo(2).containsOnly("bowline-record");
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
                .doesNotContain("no program had").endsWith(Recorder.NOTHING_LEFT);
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
                "libbowline-annotation.so.0", said + " " + output).endsWith(Recorder.NOTHING_LEFT);
    }

    @Test
    void theCommandHasWhatItWouldHaveWithoutUs() {
        Path there = directory.resolve("there");
        Path here = directory.resolve("here");
        Path tell = Recorder.executable(directory.resolve("tell"),
                "#!/bin/sh\numask; grep -E 'Sig(Blk|Ign)' /proc/self/status | grep -o '.......$'; ls /proc/self/fd\n");
        Recorder.prepared(directory, "umask 027; " + tell + " > " + there, "start", "--profile", "locks", "-o",
                directory.resolve("o").toString(), "--", "sh", "-c", Recorder.NOT_RECORDED + tell + " > " + here).succeed();
        assertThat(Command.text(here)).isEqualTo(Command.text(there)).startsWith("0027\n");
    }

    /** LTTng's own 3 s are over before a session daemon on a busy machine has answered, and the program then runs its first seconds unrecorded. */
    @Test
    void theCommandBeginsOnlyOnceItIsRecordedAlsoOnABusyMachine() {
        Path told = directory.resolve("told");
        List<String> tell = List.of("sh", "-c", Recorder.NOT_RECORDED + "echo \"$LTTNG_UST_REGISTER_TIMEOUT\" >> " + told);
        for (String before : List.of("true", "export LTTNG_UST_REGISTER_TIMEOUT=17")) {
            List<String> words = new ArrayList<>(
                    List.of("start", "--profile", "locks", "-o", directory.resolve("o" + before.length()).toString(), "--"));
            words.addAll(tell);
            Recorder.prepared(directory, before, words.toArray(String[]::new)).succeed();
        }
        assertThat(Command.text(told).lines().toList()).containsExactly("10000", "17");
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
        assertThat(said).contains("next: ../../bowline info --events " + output + "/snapshot-1").endsWith(Recorder.NOTHING_LEFT);
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
}
