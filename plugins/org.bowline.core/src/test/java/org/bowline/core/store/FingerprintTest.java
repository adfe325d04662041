/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import org.bowline.core.trace.HostOverride;
import org.bowline.core.trace.OpenOptions;
import org.bowline.core.trace.SpinSpec;

class FingerprintTest {
    @TempDir Path directory;
    private Path kernel;

    @BeforeEach
    void makeTraces() throws IOException {
        kernel = Files.createDirectories(directory.resolve("host/kernel"));
        write("host/kernel/metadata", 10);
        write("host/kernel/channel0_0", 100);
        Files.createDirectories(kernel.resolve("index"));
        write("host/kernel/index/channel0_0.idx", 5);
        write("host/notes.txt", 3);
    }

    private Path write(String name, int bytes) throws IOException {
        Path file = Files.write(directory.resolve(name), new byte[bytes]);
        return Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000));
    }

    private String print() throws IOException {
        return AnalysisStore.fingerprint(List.of(directory), OpenOptions.DEFAULT);
    }

    @Test
    void unchangedTracesHaveTheSameFingerprint() throws IOException {
        assertThat(print()).isEqualTo(print()).matches("bowline-20-[0-9a-f]{64}");
    }

    @Test
    void filesThatAreNotReadDoNotMatter() throws IOException {
        String before = print();
        write("host/notes.txt", 30);
        write("stored.bowline", 30);
        assertThat(print()).isEqualTo(before);
    }

    @Test
    void everyChangeOfATraceMatters() throws IOException {
        Set<String> prints = new HashSet<>(Set.of(print()));
        write("host/kernel/channel0_0", 101);
        assertThat(prints.add(print())).as("size").isTrue();
        Files.setLastModifiedTime(kernel.resolve("channel0_0"), FileTime.fromMillis(2_000_000));
        assertThat(prints.add(print())).as("time").isTrue();
        Files.move(kernel.resolve("channel0_0"), kernel.resolve("channel0_1"));
        assertThat(prints.add(print())).as("name").isTrue();
        write("host/kernel/index/channel0_0.idx", 6);
        assertThat(prints.add(print())).as("index").isTrue();
        write("host/more.zip", 6);
        assertThat(prints.add(print())).as("an archive more").isTrue();
        Files.delete(kernel.resolve("metadata"));
        assertThat(prints.add(print())).as("a trace less").isTrue();
    }

    @Test
    void everyOptionAndThePlaceMatter() throws IOException {
        List<HostOverride> hosts = List.of(new HostOverride("h", kernel));
        Set<String> prints = new HashSet<>();
        for (OpenOptions options : List.of(OpenOptions.DEFAULT, new OpenOptions(true, true, List.of(), null),
                new OpenOptions(false, false, List.of(), null), new OpenOptions(false, true, hosts, null),
                new OpenOptions(false, true, List.of(), ""), new OpenOptions(false, true, List.of(), "h"),
                OpenOptions.DEFAULT.withCoarseSlope(10_000),
                OpenOptions.DEFAULT.withSpins(List.of(SpinSpec.parse("begin=a,end=b,owner=c"))))) {
            assertThat(prints.add(AnalysisStore.fingerprint(List.of(directory), options))).as(options.toString()).isTrue();
        }
        assertThat(prints.add(AnalysisStore.fingerprint(List.of(directory.resolve("host")), OpenOptions.DEFAULT))).isTrue();
        assertThat(prints.add(AnalysisStore.fingerprint(List.of(directory, directory), OpenOptions.DEFAULT))).isTrue();
    }

    @Test
    void tracesThatAreNotThereAreAnError() {
        assertThatThrownBy(() -> AnalysisStore.fingerprint(List.of(directory.resolve("gone")), OpenOptions.DEFAULT))
                .isInstanceOf(NoSuchFileException.class);
    }
}
