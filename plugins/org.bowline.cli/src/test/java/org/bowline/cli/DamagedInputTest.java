/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Traces that cannot be what they say: the user is told what is wrong with which, by a message and not by an internal error. */
class DamagedInputTest {
    private static final Pattern OFFSET = Pattern.compile("\toffset = \\d{19};");

    @TempDir Path directory;

    private Path unpack(String recording) throws IOException {
        return unpack(recording, "A");
    }

    private Path unpack(String recording, String host) throws IOException {
        Path archive = Checkout.root().resolve("tests/traces").resolve(recording).resolve(host + ".zip");
        assumeTrue(Files.exists(archive), "the sample " + archive + " is not there");
        Path to = directory.resolve(recording);
        try (ZipInputStream zip = new ZipInputStream(Files.newInputStream(archive))) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path file = to.resolve(entry.getName());
                if (!entry.isDirectory()) {
                    Files.createDirectories(file.resolveSibling(""));
                    Files.write(file, zip.readAllBytes());
                }
            }
        }
        return to;
    }

    /** Moves the clocks of all traces below a folder; the text is as long as it was, for it lies in packets. */
    private static Path withOffset(Path folder, String offset) throws IOException {
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.filter(file -> file.endsWith("metadata")).toList();
        }
        assertThat(all).isNotEmpty();
        for (Path file : all) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            Matcher found = OFFSET.matcher(text);
            assertThat(found.find()).as("an offset in %s", file).isTrue();
            String now = "offset = " + offset + ";";
            String padded = " ".repeat(found.group().length() - now.length()) + now;
            Files.writeString(file, text.substring(0, found.start()) + padded + text.substring(found.end()), StandardCharsets.ISO_8859_1);
        }
        return folder;
    }

    @Test
    void whereAKernelTraceCannotBeReadNobodyIsAskedToRecordMore() throws IOException {
        Path traces = unpack("three-tier");
        unpack("three-tier", "B");
        unpack("three-tier", "C");
        Files.delete(traces.resolve("B/kernel/kernel/metadata"));
        Captured run = Captured.run("findings", traces.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("Left out B/kernel/kernel.", "B has no kernel trace that could be read",
                "a host of which no packets were read").doesNotContain("What to try: Record with", "net_dev_queue", "record it, too",
                        "Record one, too");
    }

    @Test
    void whereAFileIsCutOffNobodyIsAskedForLargerBuffers() throws IOException {
        Path file = unpack("lock-contention").resolve("A/kernel/kernel/c0_0");
        byte[] all = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(all, all.length / 2));
        Captured run = Captured.run("findings", directory.resolve("lock-contention").toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out()).contains("(lost-events)", "What to try: Copy the traces again").doesNotContain("larger buffers", "--buffers");
    }

    @Test
    void aFolderOfArchivesThatIsNamedTwiceIsReadOnce() {
        String folder = Checkout.root().resolve("tests/traces/three-tier").toString();
        for (String command : List.of("info", "sync")) {
            Captured run = Captured.run(command, folder, folder);
            assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
            assertThat(run.out()).isEqualTo(Captured.run(command, folder).out());
        }
        assertThat(Captured.run("info", folder, directory.toString()).error()).as("nothing is there")
                .contains("there is no CTF trace below");
    }

    /** The caveats that a sentence points to are there. */
    @Test
    void whereNothingOfARequestIsLeftItIsNotTheKeysThatAreDoubted() throws IOException {
        Path trace = unpack("lock-contention");
        String[] requests = {"requests", trace.toString(), "--interval", "begin=wl:stage_begin,end=wl:stage_end,label=name"};
        String[] other = {"requests", trace.toString(), "--interval", "begin=lttng_ust_lib:unload,end=wl:stage_end,key=vtid"};
        assertThat(Captured.run(other).out()).contains("the caveats say more", "240 interval ends have no begin with the same key");
        for (String name : List.of("u0_0", "u0_1", "index/u0_0.idx", "index/u0_1.idx")) {
            Files.write(trace.resolve("A/ust/ust/uid/0/64-bit").resolve(name), new byte[0]);
        }
        assertThat(Captured.run(requests).out()).startsWith("Requests: 0 intervals\n  No interval begins or ends in the range.")
                .doesNotContain("caveats say more", "no end with the same key");
    }

    @Test
    void aFolderThatIsNotLookedIntoIsNamedWhereItMayHoldTheKernelsTrace() throws IOException {
        Path trace = unpack("lock-contention");
        Path deep = Files.createDirectories(trace.resolve("d/".repeat(40)));
        Files.move(trace.resolve("A/kernel"), deep.resolve("kernel"));
        Captured run = Captured.run("threads", trace.toString());
        assertThat(run.error()).contains("the only scheduling events may be below a directory that cannot be looked into", "d/d/d/")
                .hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
    }

    @Test
    void aClockBeyondTheYear2116IsNamed() throws IOException {
        Path trace = withOffset(unpack("wperf-example"), "9000000000000000000");
        for (String command : List.of("analyze", "wait-for")) {
            Captured run = Captured.run(command, trace.toString());
            assertThat(run.error()).contains("nothing is known about waits", "beyond what can be told", "kernel", "2116", "offset")
                    .hasLineCount(1);
            assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
        }
    }

    @Test
    void ofRecordingsThatAreCenturiesApartThatOfTheUnknownClockIsLeftOut() throws IOException {
        Path one = withOffset(unpack("wperf-example"), "4600000000000000000");
        Path other = withOffset(unpack("lock-contention"), "-4600000000000000000");
        Captured run = Captured.run("wait-for", one.toString(), other.toString());
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        run = Captured.run("wait-for", one.toString(), other.toString(), "--range", "all");
        assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.FINE);
        assertThat(run.out())
                .contains("warning: apart: A-2: The host exchanged no packet with another recorded host", "is not in the figures")
                .contains("Heaviest of 204 edges");
    }

    /** What is done to each data file of the only kernel trace, and what the one line of the error must say of it. */
    private enum Damage {
        CUT("the file ends within the packet", "c0_"), OVERWRITTEN("magic number", "c0_"), EMPTIED("the file is empty", "c0_"),
        GONE("Its files hold no events", "kernel");

        private final String said;
        private final String named;

        Damage(String said, String named) {
            this.said = said;
            this.named = named;
        }

        void to(Path file) throws IOException {
            switch (this) {
                case CUT -> Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 100));
                case OVERWRITTEN -> Files.write(file, new byte[5_000]);
                case EMPTIED -> Files.write(file, new byte[0]);
                case GONE -> Files.delete(file);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(Damage.class)
    void aBrokenTraceAloneIsNamedWithWhatIsWrongWithIt(Damage damage) throws IOException {
        Path kernel = unpack("wperf-example").resolve("A/kernel/kernel");
        try (Stream<Path> files = Files.walk(kernel)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (damage == Damage.GONE && file.toString().contains("index")) {
                    Files.delete(file);
                } else if (file.getFileName().toString().startsWith("c") && !file.toString().endsWith(".idx")) {
                    damage.to(file);
                }
            }
        }
        for (String command : List.of("analyze", "findings")) {
            Captured run = Captured.run(command, kernel.toString());
            assertThat(run.code()).as(run.error()).isEqualTo(ExitCode.UNREADABLE);
            assertThat(run.error()).hasLineCount(1).contains("no scheduling event could be read from the kernel trace", damage.said,
                    damage.named).doesNotContain("there is no kernel trace");
        }
    }

    @Test
    void aTraceOfUserSpaceAloneIsNamedAsOneThatLacksTheKernel() throws IOException {
        Path user = unpack("wperf-example").resolve("A/ust");
        Captured run = Captured.run("analyze", user.toString());
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
        assertThat(run.error()).hasLineCount(1).contains("there is no kernel trace with scheduling events beside the trace", "ust",
                "waits-network");
    }

    @Test
    void anIntervalWhoseTraceCannotBeReadNamesThatTrace() throws IOException {
        Path trace = unpack("wperf-example");
        List<Path> metadata;
        try (Stream<Path> files = Files.walk(trace.resolve("A/ust"))) {
            metadata = files.filter(file -> file.endsWith("metadata")).toList();
        }
        for (Path file : metadata) {
            Files.write(file, new byte[] {1, 2, 3});
        }
        Captured run = Captured.run("critical-path", trace.toString(), "--interval=begin=wl:req_begin,end=wl:req_end");
        assertThat(run.error()).contains("no trace has such an event", "a trace that cannot be read", "ust", "metadata").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void aTraceWhosePacketsAreAllOfAnotherIsRefused() throws IOException {
        Path trace = unpack("wperf-example").resolve("A/kernel/kernel");
        for (String name : List.of("c0_0", "c0_1")) {
            byte[] bytes = Files.readAllBytes(trace.resolve(name));
            bytes[5] ^= 1;
            Files.write(trace.resolve(name), bytes);
        }
        Captured run = Captured.run("info", trace.toString());
        assertThat(run.error()).contains("UUID", "the trace has no other packets").hasLineCount(1);
        assertThat(run.code()).isEqualTo(ExitCode.UNREADABLE);
    }
}
