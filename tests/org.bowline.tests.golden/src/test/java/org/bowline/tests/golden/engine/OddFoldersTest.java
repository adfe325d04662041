/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.golden.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.OpenTrace;
import org.bowline.ctf.TraceReadException;
import org.bowline.testkit.Folders;

/** Folders as users have them: with pipes, broken archives, links that lead in circles, and traces of which a part is gone. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OddFoldersTest {
    private static final OpenOptions STRICT = new OpenOptions(true, true, List.of(), null);

    @TempDir private Path directory;
    private Path traces;

    @BeforeEach
    void unpack() throws IOException {
        traces = Folders.unpack(Recording.own("wperf-example"), Files.createDirectory(directory.resolve("traces")));
    }

    private static List<Caveat> caveats(Path... roots) throws TraceReadException {
        try (Experiment experiment = Experiment.open(List.of(roots), OpenOptions.DEFAULT, Progress.NONE)) {
            assertThat(experiment.hosts().get(0).traces()).extracting(OpenTrace::displayPath).hasSizeGreaterThanOrEqualTo(1);
            return experiment.caveats();
        }
    }

    private static void refused(String because, OpenOptions options, Path... roots) {
        assertThatThrownBy(() -> Experiment.open(List.of(roots), options, Progress.NONE).close()).isInstanceOf(TraceReadException.class)
                .hasMessageContaining(because);
    }

    private static Path pipe(Path path) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", path.toString()).inheritIO().start().waitFor()).isZero();
        return path;
    }

    @Test
    void aPipeThatIsCalledLikeAnArchiveIsRefusedAndNotOpened() throws Exception {
        refused("neither a directory nor a regular file", OpenOptions.DEFAULT, pipe(directory.resolve("a.zip")));
    }

    @Test
    void pipesAndSocketsBelowADirectoryAreNotOpened() throws Exception {
        pipe(traces.resolve("a.zip"));
        pipe(traces.resolve("stream_0"));
        pipe(Files.createDirectory(traces.resolve("B")).resolve("metadata"));
        pipe(Files.createDirectory(traces.resolve("B/index")).resolve("stream_0.idx"));
        Files.createSymbolicLink(traces.resolve("b.zip"), traces.resolve("a.zip"));
        try (ServerSocketChannel socket = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            socket.bind(UnixDomainSocketAddress.of(traces.resolve("s.zip")));
            assertThat(caveats(traces)).extracting(Caveat::severity).doesNotContain(Caveat.Severity.ERROR);
        }
    }

    @Test
    void aFolderOfAHostThatIsEmptyBesideOthersIsTold() throws IOException {
        Files.createDirectories(traces.resolve("B/kernel"));
        Files.createDirectories(traces.resolve("A/ust/ust")); // as where no program told anything
        Files.writeString(Files.createDirectory(traces.resolve("notes")).resolve("read.me"), "of the run");
        Files.createSymbolicLink(Files.createDirectory(traces.resolve("linked")).resolve("A"), traces.resolve("A"));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("empty-folder")).singleElement().satisfies(caveat -> {
            assertThat(caveat.severity()).isEqualTo(Caveat.Severity.WARNING);
            assertThat(caveat.text()).startsWith("Nothing is in B, beside folders with traces: if it is that of a host, ");
        });
        Files.createDirectories(traces.resolve("A/archives"));
        Files.createDirectories(traces.resolve("A/ust/uid/1001"));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("empty-folder")).as("within the folder of a host").hasSize(1);
        Path alone = Files.createDirectories(directory.resolve("alone"));
        Files.createSymbolicLink(alone.resolve("kernel"), traces.resolve("A/kernel"));
        Files.createDirectory(alone.resolve("logs"));
        assertThat(caveats(alone)).extracting(Caveat::kind).as("in the folder of the only host").doesNotContain("empty-folder");
        Path own = Files.createDirectories(directory.resolve("own"));
        Files.createSymbolicLink(own.resolve("A"), traces.resolve("A/kernel"));
        for (String name : List.of("B", "C", "D", "E")) {
            Files.createDirectory(own.resolve(name));
        }
        assertThat(caveats(own)).filteredOn(caveat -> caveat.kind().equals("empty-folder")).as("a folder that is the trace of a host")
                .singleElement().satisfies(caveat -> assertThat(caveat.text())
                        .startsWith("Nothing is in B, C, D and 1 more folder, beside folders with traces: if one is that of a host, "));
        Path archives = Files.createDirectory(directory.resolve("archives"));
        Files.copy(Recording.own("wperf-example").resolve("A.zip"), archives.resolve("A.zip"));
        Files.createDirectory(archives.resolve("C"));
        assertThat(caveats(archives)).filteredOn(caveat -> caveat.kind().equals("empty-folder")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("Nothing is in C, "));
        try (Experiment strict = Experiment.open(List.of(traces), STRICT, Progress.NONE)) {
            assertThat(strict.hosts()).hasSize(1);
        }
    }

    @Test
    void linksThatLeadToEachOtherAreFollowedOnce() throws IOException {
        int folders = 24;
        for (int i = 0; i < folders; i++) {
            Path folder = Files.createDirectory(traces.resolve("folder-" + i));
            for (int j = 0; j < folders; j++) {
                Files.createSymbolicLink(folder.resolve("to-" + j), traces.resolve("folder-" + j));
            }
            Files.createSymbolicLink(folder.resolve("up"), traces);
            Files.createSymbolicLink(folder.resolve("itself"), folder.resolve("itself"));
            Files.createSymbolicLink(folder.resolve("nowhere"), directory.resolve("nowhere"));
        }
        assertThat(caveats(traces)).extracting(Caveat::kind).doesNotContain("unreadable-directory");
    }

    @Test
    void aTraceOnlyALinkLeadsToIsFoundByTheNameOfTheLink() throws IOException {
        Path other = Files.createDirectory(directory.resolve("other"));
        Files.createSymbolicLink(other.resolve("web"), traces.resolve("A"));
        Files.createSymbolicLink(other.resolve("same"), traces.resolve("A"));
        try (Experiment experiment = Experiment.open(List.of(other), OpenOptions.DEFAULT, Progress.NONE)) {
            assertThat(experiment.hosts()).hasSize(1);
            assertThat(experiment.hosts().get(0).traces()).hasSize(2)
                    .allSatisfy(trace -> assertThat(trace.displayPath()).matches("(web|same)/(kernel|ust)/.*"));
        }
    }

    @Test
    void whatIsTooDeepToBeLookedIntoIsTold() throws IOException {
        Files.createDirectories(traces.resolve("d/".repeat(40)));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("unreadable-directory")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("more than 32 directories deep"));
    }

    @Test
    void aBrokenArchiveBesideGoodTracesCostsItselfOnly() throws IOException {
        Path apple = Files.write(traces.resolve("._A.zip"), new byte[] {0, 5, 22, 7, 0, 2, 0, 0, 'M', 'a', 'c'});
        byte[] good = Files.readAllBytes(Recording.own("three-tier").resolve("B.zip"));
        Path half = Files.write(traces.resolve("half.zip"), java.util.Arrays.copyOf(good, good.length / 2));
        Path empty = Files.createFile(traces.resolve("empty.zip"));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("unreadable-archive")).hasSize(2)
                .allSatisfy(caveat -> assertThat(caveat.severity()).isEqualTo(Caveat.Severity.ERROR))
                .extracting(Caveat::text).anyMatch(text -> text.startsWith("Left out half.zip. "))
                .anyMatch(text -> text.startsWith("Left out empty.zip. "));
        assertThat(caveats(traces.resolve("A"), half)).extracting(Caveat::kind).contains("unreadable-archive");
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("not-an-archive")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("Left out ._A.zip. "));
        refused("the archive is damaged", STRICT, traces);
        refused("half.zip: the archive is damaged", OpenOptions.DEFAULT, half);
        refused("half.zip: the archive is damaged", OpenOptions.DEFAULT, half, apple);
        Path only = Files.createDirectory(directory.resolve("only"));
        Files.copy(empty, only.resolve("empty.zip"));
        refused("empty.zip: the archive is damaged", OpenOptions.DEFAULT, only);
    }

    @Test
    void anArchiveThatBreaksHalfWayLeavesNothingOfItself() throws IOException {
        byte[] bytes = Files.readAllBytes(Recording.own("three-tier").resolve("B.zip"));
        for (int i = 0; i < 200; i++) {
            bytes[bytes.length / 2 + i] ^= 0x55;
        }
        Files.write(traces.resolve("B.zip"), bytes);
        try (Experiment experiment = Experiment.open(List.of(traces), OpenOptions.DEFAULT, Progress.NONE)) {
            assertThat(experiment.hosts()).hasSize(1);
            assertThat(experiment.hosts().get(0).traces()).hasSize(2);
            assertThat(experiment.caveats()).extracting(Caveat::kind).contains("unreadable-archive");
        }
    }

    @Test
    void anArchiveOfTooManyEntriesIsNotUnpacked() throws IOException {
        Path many = directory.resolve("many.zip");
        try (ZipOutputStream zip = new ZipOutputStream(new BufferedOutputStream(Files.newOutputStream(many)))) {
            zip.setMethod(ZipOutputStream.STORED);
            for (int i = 0; i <= 100_000; i++) {
                ZipEntry entry = new ZipEntry(i == 0 ? "metadata" : "stream_" + i);
                entry.setSize(0);
                entry.setCrc(0);
                zip.putNextEntry(entry);
            }
        }
        refused("many.zip: the archive has 100001 entries", OpenOptions.DEFAULT, many);
        Files.move(many, traces.resolve("many.zip"));
        assertThat(caveats(traces)).extracting(Caveat::kind).contains("unreadable-archive");
    }

    @Test
    void anArchiveThatSaysItIsTooLargeIsRefusedBeforeItIsUnpacked() throws IOException {
        Path large = directory.resolve("large.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(large))) {
            for (int i = 0; i < 17; i++) {
                zip.putNextEntry(new ZipEntry(i + "/metadata"));
                zip.write("/* CTF 1.8 */".getBytes(StandardCharsets.UTF_8));
            }
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(large)).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at < bytes.limit() - 46; at++) {
            if (bytes.getInt(at) == 0x02014b50) {
                bytes.putInt(at + 24, 1 << 30); // the size of the entry's content, as the directory of the archive has it
            }
        }
        Files.write(large, bytes.array());
        refused("it unpacks to more than 16 GiB", OpenOptions.DEFAULT, large);
    }

    @Test
    void archivesInArchivesEndSomewhere() throws IOException {
        Path inner = Recording.own("three-tier").resolve("B.zip");
        for (int i = 0; i < 5; i++) {
            Path outer = directory.resolve("outer-" + i + ".zip");
            try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(outer))) {
                zip.putNextEntry(new ZipEntry(i + "/metadata"));
                zip.write("/* CTF 1.8 */".getBytes(StandardCharsets.UTF_8));
                zip.putNextEntry(new ZipEntry("inner.zip"));
                Files.copy(inner, zip);
            }
            inner = outer;
        }
        Files.copy(inner, traces.resolve("outer.zip"));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("unreadable-archive")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).contains("it is an archive in an archive, 3 times over"));
    }

    @Test
    void aTraceWhoseMetadataIsGoneIsACaveatThatNamesIt() throws IOException {
        Files.delete(traces.resolve("A/ust/ust/uid/0/64-bit/metadata"));
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("missing-metadata")).singleElement().satisfies(caveat -> {
            assertThat(caveat.severity()).isEqualTo(Caveat.Severity.ERROR);
            assertThat(caveat.text()).startsWith("Left out A/ust/ust/uid/0/64-bit. ").contains("no file \"metadata\"");
        });
        refused("no file \"metadata\"", STRICT, traces);
        refused("no file \"metadata\"", OpenOptions.DEFAULT, traces.resolve("A/ust"));
        refused("no file \"metadata\"", OpenOptions.DEFAULT, traces.resolve("A/ust/ust/uid/0/64-bit"));
    }

    @Test
    void aTraceOfWhichOnlyTheIndexTellsIsFoundMissing() throws IOException {
        Path ust = traces.resolve("A/ust/ust/uid/0/64-bit");
        Files.delete(ust.resolve("metadata"));
        try (Stream<Path> files = Files.list(ust)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.delete(file);
            }
        }
        Files.write(Files.createDirectories(ust.resolve("index")).resolve("s_0.idx"),
                new byte[] {(byte) 0xC1, (byte) 0xF1, (byte) 0xDC, (byte) 0xC1, 0, 0});
        assertThat(caveats(traces)).extracting(Caveat::kind).contains("missing-metadata");
    }

    @Test
    void anArchiveOfATraceWhoseMetadataIsGoneIsACaveat() throws IOException {
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(traces.resolve("web.zip")))) {
            zip.putNextEntry(new ZipEntry("web/kernel/channel0_0"));
            zip.putNextEntry(new ZipEntry("web/kernel/index/channel0_0.idx"));
        }
        assertThat(caveats(traces)).filteredOn(caveat -> caveat.kind().equals("unreadable-archive")).singleElement()
                .satisfies(caveat -> assertThat(caveat.text()).startsWith("Left out web.zip. ").contains("no file \"metadata\""));
    }

    @Test
    void foldersAndArchivesOfOthersAreLeftAloneWithoutAWord() throws IOException {
        Files.writeString(Files.createDirectories(traces.resolve("notes/index")).resolve("a.idx"), "an index of words");
        Files.writeString(traces.resolve("notes/todo.txt"), "call back");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(traces.resolve("photos.zip")))) {
            zip.putNextEntry(new ZipEntry("photos/1.jpg"));
        }
        assertThat(caveats(traces)).isEqualTo(caveats(traces.resolve("A")));
    }
}
