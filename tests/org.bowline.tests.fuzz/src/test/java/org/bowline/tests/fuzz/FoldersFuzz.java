/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipOutputStream;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.core.progress.Progress;
import org.bowline.core.trace.Experiment;
import org.bowline.core.trace.OpenOptions;
import org.bowline.ctf.TraceReadException;

/** A folder of anything: traces without parts, archives with a flipped bit, links to anywhere, sockets. It is opened, or refused with a reason. */
final class FoldersFuzz {
    private static final Scratch SCRATCH = new Scratch();
    private static final List<String> NAMES = List.of("a", "b", "a.zip", "._a.zip", "metadata", "index", "s.idx", "stream_0");
    private static final byte[] METADATA = """
            /* CTF 1.8 */
            trace { major = 1; minor = 8; byte_order = le;
              packet.header := struct { integer { size = 32; align = 8; signed = false; } magic; }; };
            stream { };
            event { name = "e"; id = 0; fields := struct { integer { size = 8; } x; }; };
            """.getBytes(StandardCharsets.UTF_8);

    @FuzzTest
    void isOpenedOrRefused(FuzzedDataProvider data) throws IOException {
        SCRATCH.clear();
        Path root = Files.createDirectories(SCRATCH.folder().resolve("root"));
        OpenOptions options = new OpenOptions(data.consumeBoolean(), true, List.of(), null);
        Path folder = root;
        for (int i = 0; i < 12 && data.remainingBytes() > 0; i++) {
            Path path = folder.resolve(data.pickValue(NAMES));
            try {
                switch (data.consumeInt(0, 7)) {
                    case 0 -> folder = Files.createDirectories(path);
                    case 1 -> folder = root;
                    case 2 -> Files.createSymbolicLink(path, data.consumeBoolean() ? root : path.resolveSibling(data.pickValue(NAMES)));
                    case 3 -> Files.write(path, METADATA);
                    case 4 -> Files.write(path, new byte[] {(byte) 0xc1, 0x1f, (byte) 0xfc, (byte) 0xc1, data.consumeByte()});
                    case 5 -> Files.write(path, archive(data));
                    case 6 -> ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(path)).close();
                    default -> Files.write(path, data.consumeBytes(data.consumeInt(0, 64)));
                }
            } catch (java.nio.file.FileSystemException | java.net.SocketException e) {
                folder = root; // there already, or a folder where a file should go, or the other way round
            }
        }
        long before = left();
        try (Experiment experiment = Experiment.open(List.of(root), options, Progress.NONE)) {
            assertThat(experiment.caveats()).allSatisfy(caveat -> assertThat(caveat.text()).isNotBlank());
        } catch (TraceReadException refused) {
            assertThat(refused.getMessage()).startsWith("Cannot read ");
        }
        assertThat(left()).as("what was unpacked is gone").isEqualTo(before);
    }

    /** What this process has unpacked: others run beside it. */
    private static long left() throws IOException {
        String own = "bowline-" + ProcessHandle.current().pid() + '-';
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(file -> file.getFileName().toString().startsWith(own)).count();
        }
    }

    /** An archive of a few entries with names that may lead anywhere, in which one byte may be another. */
    private static byte[] archive(FuzzedDataProvider data) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            zip.putNextEntry(new ZipEntry("A/metadata"));
            zip.write(METADATA);
            int more = data.consumeInt(0, 3);
            for (int i = 0; i < more; i++) {
                byte[] content = data.consumeBytes(16);
                ZipEntry entry = new ZipEntry(data.consumeBoolean() ? data.consumeString(12) : "A/" + data.pickValue(NAMES));
                CRC32 sum = new CRC32();
                sum.update(content);
                entry.setMethod(ZipEntry.STORED);
                entry.setSize(content.length);
                entry.setCrc(sum.getValue());
                zip.putNextEntry(entry);
                zip.write(content);
            }
        } catch (ZipException | IllegalArgumentException e) {
            return bytes.toByteArray(); // two of one name: half an archive is good, too
        }
        byte[] whole = bytes.toByteArray();
        if (whole.length > 0 && data.consumeBoolean()) {
            whole[data.consumeInt(0, whole.length - 1)] = data.consumeByte();
        }
        return whole;
    }
}
