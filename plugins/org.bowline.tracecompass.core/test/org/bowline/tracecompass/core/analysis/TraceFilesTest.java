/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files behind an open experiment. */
final class TraceFilesTest {
    @TempDir private Path folder;

    private Path trace(String name) throws Exception {
        Path made = Files.createDirectory(folder.resolve(name));
        Files.write(made.resolve("stream_0"), new byte[] {(byte) 0xC1, (byte) 0xFC, 0x1F, (byte) 0xC1, 0});
        return made;
    }

    @Test
    void aTraceThatIsGoneOrLostItsMetadataIsAskedForSoThatItsPlaceIsTold() throws Exception {
        Path whole = trace("whole");
        Files.writeString(whole.resolve("metadata"), "/* CTF 1.8 */");
        assertThat(TraceFiles.isOrWas(whole)).isTrue();
        assertThat(TraceFiles.isOrWas(trace("without"))).isTrue();
        assertThat(TraceFiles.isOrWas(folder.resolve("gone"))).isTrue();
    }

    @Test
    void aTraceOfAnotherKindIsNotReadByBowline() throws Exception {
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("log.txt"), "a text trace");
        assertThat(TraceFiles.isOrWas(other)).isFalse();
        assertThat(TraceFiles.isOrWas(other.resolve("log.txt"))).isFalse();
    }
}
