/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.HostOverride;
import org.bowline.core.trace.HostTraces;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.core.trace.OpenTrace.Domain;
import org.bowline.core.trace.ReadTraces;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.Folders;

class ExperimentTest {
    @TempDir private Path directory;

    private static Experiment open(Path... roots) throws TraceReadException {
        return Experiment.open(List.of(roots), OpenOptions.DEFAULT, Progress.NONE);
    }

    @Test
    void archivesInATreeAreOpenedLikeTheDirectoriesTheyWereMadeOf() throws IOException {
        try (Experiment zipped = open(Recording.own("three-tier"));
                Experiment plain = open(Folders.unpack(Recording.own("three-tier"), directory))) {
            assertThat(zipped.hosts()).extracting(HostTraces::name).containsExactly("A", "B", "C");
            for (int host = 0; host < 3; host++) {
                List<OpenTrace> traces = zipped.hosts().get(host).traces();
                assertThat(traces).extracting(OpenTrace::domain).containsExactly(Domain.KERNEL, Domain.USER);
                assertThat(traces).extracting(OpenTrace::displayPath)
                        .isEqualTo(plain.hosts().get(host).traces().stream().map(OpenTrace::displayPath).toList());
            }
        }
    }

    @Test
    void whatWasUnpackedIsGoneWhenTheExperimentIsClosed() throws IOException {
        Path unpacked;
        try (Experiment experiment = open(Recording.own("wperf-example"))) {
            unpacked = experiment.hosts().get(0).traces().get(0).ctf().directory();
            assertThat(unpacked).exists();
        }
        assertThat(unpacked).doesNotExist();
    }

    @Test
    void aSingleArchiveCanBeNamed() throws TraceReadException {
        try (Experiment experiment = open(Recording.own("three-tier").resolve("B.zip"))) {
            assertThat(experiment.hosts()).extracting(HostTraces::name).containsExactly("B");
        }
    }

    @Test
    void aTraceThatIsNamedTwiceIsOpenedOnce() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        try (Experiment experiment = open(directory, directory.resolve("A"))) {
            assertThat(experiment.hosts().get(0).traces()).hasSize(2);
        }
    }

    @Test
    void theUserSaysWhichHostATraceIsOf() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        OpenOptions options = new OpenOptions(false, true, List.of(new HostOverride("web", directory.resolve("A/kernel"))), null);
        try (Experiment experiment = Experiment.open(List.of(directory), options, Progress.NONE)) {
            assertThat(experiment.hosts()).extracting(HostTraces::name).containsExactly("A", "web");
        }
    }

    @Test
    void userSpaceTracesAreOnTheKernelsClockThoughItsOffsetWasMeasuredTwice() throws TraceReadException {
        try (Experiment experiment = open(Recording.own("three-tier"))) {
            List<OpenTrace> traces = experiment.hosts().get(0).traces();
            assertThat(traces.get(0).correctionNanos()).isZero();
            assertThat(Math.abs(traces.get(1).correctionNanos())).isBetween(1L, 100_000L);
        }
    }

    @Test
    void aDirectoryWithoutATraceIsRefusedWithTheReason() throws IOException {
        Files.writeString(directory.resolve("notes.txt"), "nothing here");
        assertThatThrownBy(() -> open(directory)).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("there is no CTF trace below");
        assertThatThrownBy(() -> open(directory.resolve("missing"))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("no such directory");
        assertThatThrownBy(() -> open(directory.resolve("notes.txt"))).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("it is a file");
    }

    @Test
    void aDamagedArchiveIsRefused() throws IOException {
        Path archive = directory.resolve("broken.zip");
        Files.write(archive, new byte[] {'P', 'K', 3, 4, 0, 0});
        assertThatThrownBy(() -> open(archive)).isInstanceOf(TraceReadException.class).hasMessageContaining("broken.zip");
    }

    @Test
    void anArchiveWithAnEntryThatPointsOutOfItIsRefusedAndNothingIsWrittenThere() throws IOException {
        Path archive = directory.resolve("slip.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry("A/metadata"));
            zip.write("/* CTF 1.8 */".getBytes(java.nio.charset.StandardCharsets.UTF_8));
            zip.putNextEntry(new ZipEntry("../../bowline-slipped"));
            zip.write(1);
        }
        assertThatThrownBy(() -> open(archive)).isInstanceOf(TraceReadException.class).hasMessageContaining("points out of it");
        assertThat(Path.of(System.getProperty("java.io.tmpdir"), "bowline-slipped")).doesNotExist();
    }

    @Test
    void anUnreadableTraceAmongOthersIsACaveatAndWithStrictAnError() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        Files.createDirectories(directory.resolve("bad"));
        Files.writeString(directory.resolve("bad/metadata"), "/* CTF 1.8 */ trace { nonsense");
        try (Experiment experiment = open(directory)) {
            assertThat(experiment.caveats()).extracting(Caveat::kind).contains("unreadable-trace");
        }
        OpenOptions strict = new OpenOptions(true, true, List.of(), null);
        assertThatThrownBy(() -> Experiment.open(List.of(directory), strict, Progress.NONE)).isInstanceOf(TraceReadException.class)
                .hasMessageContaining("bad");
    }

    @Test
    void oneHostAloneKeepsItsClock() throws TraceReadException {
        try (Experiment experiment = open(Recording.own("three-tier").resolve("C.zip"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            assertThat(analysis.sync().clocks().isIdentity(0)).isTrue();
            assertThat(analysis.timeline().startNanos()).isEqualTo(analysis.hostStartNanos(0));
        }
    }

    @Test
    void hostsThatNeverTalkedKeepTheirClocksAndTheResultSaysSo() throws TraceReadException {
        try (Experiment experiment = open(Recording.own("three-tier").resolve("A.zip"), Recording.own("three-tier").resolve("C.zip"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            for (int host = 0; host < 2; host++) {
                assertThat(analysis.sync().clocks().isIdentity(host)).isTrue();
            }
            assertThat(analysis.caveats()).filteredOn(caveat -> caveat.kind().equals("apart")).singleElement()
                    .satisfies(caveat -> assertThat(caveat.text()).contains("exchanged packets with a host that is not recorded"));
        }
    }

    @Test
    void userSpaceTracesAloneAreOpenedWithACaveat() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        try (Experiment experiment = open(directory.resolve("A/ust"))) {
            ReadTraces analysis = experiment.read(Progress.NONE);
            assertThat(analysis.timeline().threadCount()).isZero();
            assertThat(analysis.caveats()).extracting(Caveat::kind).contains("no-kernel-trace");
            // they tell when, not 1970
            assertThat(analysis.timeline().startNanos()).isGreaterThan(1_700_000_000_000_000_000L);
            assertThat(analysis.timeline().endNanos() - analysis.timeline().startNanos()).isBetween(1_000_000_000L, 600_000_000_000L);
        }
    }

    @Test
    void aTraceThatALinkLeadsToIsReadOnceUnderItsOwnName() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        Files.createSymbolicLink(directory.resolve("0-latest"), directory.resolve("A"));
        try (Experiment experiment = open(directory, directory.resolve("0-latest"))) {
            assertThat(experiment.hosts()).hasSize(1);
            assertThat(experiment.hosts().get(0).traces()).extracting(OpenTrace::displayPath).containsExactly("A/kernel/kernel",
                    "A/ust/ust/uid/0/64-bit");
        }
    }

    @Test
    void anArchiveThatIsNamedTwiceIsUnpackedOnce() throws IOException {
        Files.copy(Recording.own("three-tier").resolve("B.zip"), directory.resolve("B.zip"));
        try (Experiment experiment = open(directory, directory.resolve("B.zip"))) {
            assertThat(experiment.hosts()).hasSize(1);
            assertThat(experiment.hosts().get(0).traces()).hasSize(2);
        }
    }

    @Test
    void theClosestDirectoryThatTheUserNamedTellsTheHostWhateverTheOrder() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        HostOverride all = new HostOverride("all", directory);
        HostOverride kernel = new HostOverride("web", directory.resolve("A/kernel"));
        for (List<HostOverride> order : List.of(List.of(all, kernel), List.of(kernel, all))) {
            try (Experiment experiment = Experiment.open(List.of(directory), new OpenOptions(false, true, order, null), Progress.NONE)) {
                assertThat(experiment.hosts()).extracting(HostTraces::name).containsExactly("all", "web");
            }
        }
    }

    @Test
    void aNameThatTheUserGivesStaysAsItIsThoughAnotherHostHasIt() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        OpenOptions options = new OpenOptions(false, true, List.of(new HostOverride("A", directory.resolve("A/ust"))), null);
        try (Experiment experiment = Experiment.open(List.of(directory), options, Progress.NONE)) {
            assertThat(experiment.hosts()).extracting(HostTraces::name).containsExactly("A", "A-2");
            assertThat(experiment.hosts().get(0).traces()).extracting(OpenTrace::domain).containsExactly(Domain.USER);
        }
    }

    /** As a project of the desktop has them: whoever reads them again asks for what is known of a host by its name. */
    @Test
    void hostsOfOneNameKeepTheirNamesWhereTheirTracesLieInFoldersOfTheseNames() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory.resolve("A"));
        Folders.unpack(Recording.own("lock-contention"), directory.resolve("A-2"));
        try (Experiment experiment = Experiment.open(List.of(directory), OpenOptions.DEFAULT, Progress.NONE)) {
            assertThat(experiment.hosts()).extracting(HostTraces::name).containsExactly("A", "A-2");
            for (HostTraces host : experiment.hosts()) {
                assertThat(host.traces()).allSatisfy(trace -> assertThat(trace.displayPath()).startsWith(host.name() + "/"));
            }
        }
    }

    @Test
    void aHostNameForADirectoryWithoutTracesIsACaveat() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        OpenOptions options = new OpenOptions(false, true, List.of(new HostOverride("web", directory.resolve("typo"))), null);
        try (Experiment experiment = Experiment.open(List.of(directory), options, Progress.NONE)) {
            assertThat(experiment.caveats()).extracting(Caveat::kind).contains("unused-host-name");
        }
    }

    @Test
    void aDirectoryThatCannotBeLookedIntoCostsItselfOnly() throws IOException {
        Folders.unpack(Recording.own("wperf-example"), directory);
        Path closed = Files.createDirectory(directory.resolve("closed"));
        Files.setPosixFilePermissions(closed, java.util.Set.of());
        try {
            assumeFalse(Files.isReadable(closed), "skipped: root may look into every directory");
            try (Experiment experiment = open(directory)) {
                assertThat(experiment.hosts()).hasSize(1);
                assertThat(experiment.caveats()).extracting(Caveat::kind).contains("unreadable-directory");
            }
        } finally {
            Files.setPosixFilePermissions(closed, java.util.Set.of(java.nio.file.attribute.PosixFilePermission.OWNER_READ,
                    java.nio.file.attribute.PosixFilePermission.OWNER_EXECUTE));
        }
    }

    @Test
    void aHostThatDoesNotExistCannotBeTheReference() throws TraceReadException {
        OpenOptions options = new OpenOptions(false, true, List.of(), "Z");
        try (Experiment experiment = Experiment.open(List.of(Recording.own("wperf-example")), options, Progress.NONE)) {
            assertThatThrownBy(() -> experiment.read(Progress.NONE)).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the hosts are A");
        }
    }

    @Test
    void aCancelledAnalysisStops() throws TraceReadException {
        Progress cancelled = new Progress() {
            @Override
            public void report(String task, double fraction) {
                // nobody listens
            }

            @Override
            public boolean isCancelled() {
                return true;
            }
        };
        try (Experiment experiment = open(Recording.own("wperf-example"))) {
            assertThatThrownBy(() -> experiment.read(cancelled)).isInstanceOf(CancelledException.class);
        }
    }
}
