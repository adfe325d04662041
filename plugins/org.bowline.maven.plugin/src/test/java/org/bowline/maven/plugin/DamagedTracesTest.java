/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.apache.maven.plugin.MojoExecutionException;
import org.apache.maven.plugin.MojoFailureException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.timeline.RangeTooLongException;
import org.bowline.testkit.Folders;

/** Traces that are missing, empty, cut off or damaged: a goal fails with one line that says so, and leaves nothing half-written. */
class DamagedTracesTest {
    /** Of a packet that LTTng wrote: how many bits it has, and how many events were discarded before its end. */
    private static final int PACKET_BITS_AT = 56;
    private static final int DISCARDED_AT = 72;
    private static final int MOST_PACKETS = 8;

    @TempDir Path directory;
    private Path traces;
    private Path out;
    private Path junit;

    @BeforeEach
    void folders() throws IOException {
        traces = Files.createDirectory(directory.resolve("traces"));
        out = directory.resolve("out");
        junit = directory.resolve("TEST-bowline.xml");
    }

    private List<TraceMojo> goals(boolean strict) throws ReflectiveOperationException {
        AnalyzeMojo analyze = new AnalyzeMojo();
        Goals.set(analyze, "outputDirectory", out.resolve("analyze").toFile());
        Goals.set(analyze, "format", "csv");
        Goals.set(analyze, "junitFile", junit.toFile());
        ReportMojo report = new ReportMojo();
        Goals.set(report, "siteDirectory", out.resolve("report").toFile());
        CheckMojo check = new CheckMojo();
        Goals.set(check, "failOn", "critical");
        Goals.set(check, "junitFile", junit.toFile());
        List<TraceMojo> goals = List.of(analyze, report, check);
        for (TraceMojo goal : goals) {
            Goals.set(goal, "traces", List.of(traces.toFile()));
            Goals.set(goal, "strict", strict);
        }
        return goals;
    }

    /** Each goal fails and says why; the check says it to the CI system as well. */
    private void fail(boolean strict, String... why) throws ReflectiveOperationException, IOException {
        for (TraceMojo goal : goals(strict)) {
            Files.deleteIfExists(junit);
            assertThatThrownBy(goal::execute).as("%s", goal.getClass()).isInstanceOf(MojoExecutionException.class)
                    .satisfies(e -> assertThat(e.getMessage()).contains(why).hasLineCount(1));
            assertThat(out).as("%s", goal.getClass()).doesNotExist();
            if (goal instanceof CheckMojo) {
                assertThat(junit).content().contains("errors=\"1\"").contains(why);
            } else {
                assertThat(junit).doesNotExist();
            }
        }
    }

    private Path unpack() throws IOException {
        Folders.unpack(Folders.repository().resolve("tests/traces/lock-contention"), traces);
        return traces.resolve("A/kernel/kernel");
    }

    private static void cut(Path file) throws IOException {
        try (RandomAccessFile stream = new RandomAccessFile(file.toFile(), "rw")) {
            stream.setLength(stream.length() / 3);
        }
    }

    @Test
    void aFolderThatIsNotThereOrHasNoTrace() throws ReflectiveOperationException, IOException {
        fail(true, "Cannot read " + traces, "there is no CTF trace below");
        fail(false, "Cannot read " + traces, "there is no CTF trace below");
        Files.delete(traces);
        fail(true, "There is no trace at " + traces, "Record one with the goal record");
    }

    @Test
    void aFolderWithoutAKernelTrace() throws ReflectiveOperationException, IOException {
        Path kernel = unpack();
        Files.move(kernel.getParent(), directory.resolve("kernel"));
        fail(true, "there is no kernel trace with scheduling events", "Record them with the profile waits-network");
        fail(false, "there is no kernel trace with scheduling events");
    }

    @Test
    void aTraceThatIsCutOffFailsAndWithoutStrictIsNoSuccessOfTheCheck() throws Exception {
        Path kernel = unpack();
        cut(kernel.resolve("c0_0"));
        fail(true, "Cannot read ", "c0_0", "the file ends within the packet");
        for (TraceMojo goal : goals(false)) {
            if (goal instanceof CheckMojo) {
                assertThatThrownBy(goal::execute).isInstanceOf(MojoFailureException.class).hasMessageContaining("the file ends within")
                        .hasMessageContaining("record again, or set allowLostEvents");
            } else {
                goal.execute();
            }
        }
        assertThat(out.resolve("analyze/caveats.csv")).content().contains("truncated");
        assertThat(out.resolve("report/findings.txt")).content().contains("lost-events");
    }

    /** Both files of the processors of a host, as if no event was ever discarded, and the second ending with a whole packet long before the first. */
    private void endEarly() throws IOException {
        Folders.unpack(Folders.repository().resolve("tests/traces/lost-events"), traces);
        Path kernel = traces.resolve("A/kernel/kernel");
        for (String name : List.of("c0_0", "c0_1")) {
            Path file = kernel.resolve(name);
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            int end = 0;
            for (int packet = 0; end < bytes.capacity() && (packet < MOST_PACKETS || name.equals("c0_0")); packet++) {
                bytes.putLong(end + DISCARDED_AT, 0);
                end += (int) (bytes.getLong(end + PACKET_BITS_AT) / Byte.SIZE);
            }
            Files.write(file, Arrays.copyOf(bytes.array(), end));
            Files.delete(kernel.resolve("index").resolve(name + ".idx"));
        }
        Files.move(traces.resolve("A"), directory.resolve("A"));
        traces = directory.resolve("A");
    }

    @Test
    void aFileThatEndsLongBeforeTheOthersIsNoSuccessOfTheCheckThoughAllThatIsInItCanBeRead() throws Exception {
        endEarly();
        CheckMojo check = (CheckMojo) goals(true).get(2);
        Goals.set(check, "failOn", null);
        Goals.set(check, "maxShare", List.of("disk=100%"));
        assertThatThrownBy(check::execute).isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("An unknown number of events is missing")
                .hasMessageContaining("record again, or set allowLostEvents");
    }

    /** The same host as a flight recorder has it of which one processor was busier, so that its oldest packets reach less far back: from packets between which nothing was discarded. */
    private void beginLate() throws IOException {
        Folders.unpack(Folders.repository().resolve("tests/traces/lost-events"), traces);
        Path kernel = traces.resolve("A/kernel/kernel");
        for (String name : List.of("c0_0", "c0_1")) {
            int first = name.equals("c0_0") ? 2 : 3;
            Path file = kernel.resolve(name);
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            int begin = 0;
            int end = 0;
            for (int packet = 0; packet < first + 2; packet++) {
                begin = packet == first ? end : begin;
                bytes.putLong(end + DISCARDED_AT, 0);
                end += (int) (bytes.getLong(end + PACKET_BITS_AT) / Byte.SIZE);
            }
            Files.write(file, Arrays.copyOfRange(bytes.array(), begin, end));
            Files.delete(kernel.resolve("index").resolve(name + ".idx"));
        }
        Files.move(traces.resolve("A/kernel"), directory.resolve("snapshot"));
        traces = directory.resolve("snapshot");
    }

    @Test
    void aProcessorOfAFlightRecorderThatBeginsLaterThanTheOthersDoesNotFailTheCheck() throws Exception {
        beginLate();
        List<TraceMojo> goals = goals(true);
        CheckMojo check = (CheckMojo) goals.get(2);
        Goals.set(check, "rules", List.of("lost-events.critical=99%"));
        check.execute();
        assertThat(junit).content().contains("errors=\"0\"", "failures=\"0\"");
        goals.get(0).execute();
        assertThat(out.resolve("analyze/caveats.csv")).content().contains("late-begin");
    }

    @Test
    void aLossThatTheReaderTellsFailsTheCheckOnce() throws Exception {
        Folders.unpack(Folders.repository().resolve("tests/traces/lost-events"), traces);
        CheckMojo check = (CheckMojo) goals(true).get(2);
        Goals.set(check, "traces", List.of(traces.resolve("A").toFile()));
        assertThatThrownBy(check::execute).isInstanceOf(MojoFailureException.class);
        assertThat(junit).content().contains("What was lost may be").doesNotContain("threads that they may concern");
    }

    /** As damaged events do, which nothing else tells of. */
    @Test
    void aThreadThatCannotBeIsNoSuccessOfTheCheck() throws Exception {
        Path stream = unpack().resolve("c0_0");
        byte[] bytes = Files.readAllBytes(stream);
        for (int i = 0; i + 3 < bytes.length; i++) {
            if (bytes[i] == 275 % 256 && bytes[i + 1] == 1 && bytes[i + 2] == 0 && bytes[i + 3] == 0) { // w3-T1
                bytes[i + 3] = (byte) 0x80;
            }
        }
        Files.write(stream, bytes);
        assertThatThrownBy(goals(true).get(2)::execute).isInstanceOf(MojoFailureException.class)
                .hasMessageContaining("a thread with an id below 0");
    }

    /** A goal that ends with something that is not an IOException. */
    private MojoExecutionException ended(RuntimeException by) {
        WorkMojo goal = new WorkMojo() {
            @Override
            void run() throws MojoExecutionException, MojoFailureException, IOException {
                new Gate(junit.toFile(), getLog()).run(() -> {
                    throw by;
                });
            }

            @Override
            File verdict() {
                return junit.toFile();
            }
        };
        try {
            goal.execute();
        } catch (MojoExecutionException e) {
            return e;
        } catch (MojoFailureException e) {
            throw new AssertionError(e);
        }
        throw new AssertionError("it did not fail");
    }

    @Test
    void aRangeThatIsTooLongAndADiskThatFailsAreSaidInWords() throws IOException {
        assertThat(ended(new RangeTooLongException(1, Long.MAX_VALUE, "it has no sums")))
                .hasMessageStartingWith("Bowline: the range is too long")
                .hasMessageEndingWith("look at each alone");
        assertThat(junit).content().contains("message=\"the range is too long").doesNotContain("Exception");
        assertThat(ended(new UncheckedIOException(new IOException("the disk went away")))).hasMessage("Bowline: the disk went away");
        assertThat(junit).content().contains("message=\"the disk went away").doesNotContain("Exception");
    }
}
