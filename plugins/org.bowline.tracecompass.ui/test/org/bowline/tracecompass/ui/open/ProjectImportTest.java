/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What an imported recording is called, and how it is known again. */
final class ProjectImportTest {
    @TempDir private Path folder;

    @Test
    void aNameThatIsTakenGetsTheFirstFreeNumber() {
        assertThat(ProjectImport.freeName("redis", Set.of("nginx")::contains)).isEqualTo("redis");
        assertThat(ProjectImport.freeName("redis", Set.of("redis")::contains)).isEqualTo("redis(2)");
        assertThat(ProjectImport.freeName("redis", Set.of("redis", "redis(2)", "redis(4)")::contains)).isEqualTo("redis(3)");
    }

    @Test
    void theSameFoldersAreTheSameSourceInWhateverOrderAndByWhateverWay() throws IOException {
        Path one = Files.createDirectory(folder.resolve("one"));
        Path two = Files.createDirectory(folder.resolve("two"));
        String source = ProjectImport.sourceOf(List.of(one, two));
        assertThat(ProjectImport.sourceOf(List.of(two, one))).isEqualTo(source);
        assertThat(ProjectImport.sourceOf(List.of(folder.resolve("two/../one"), Files.createSymbolicLink(folder.resolve("link"), two))))
                .isEqualTo(source);
        assertThat(ProjectImport.sourceOf(List.of(one))).isNotEqualTo(source);
        assertThat(source).as("a property of a resource is short").hasSize(64);
    }

    @Test
    void aFolderThatIsGoneIsStillTheSourceThatItWas() {
        Path gone = folder.toAbsolutePath().resolve("gone");
        assertThat(ProjectImport.sourceOf(List.of(gone.resolve("../gone")))).isEqualTo(ProjectImport.sourceOf(List.of(gone)));
    }

    @Test
    void anErrorWithoutAMessageIsToldByItsKind() {
        assertThat(ProjectImport.reason(new IOException("disk full"))).isEqualTo("disk full");
        assertThat(ProjectImport.reason(new IOException())).isEqualTo("IOException");
    }
}
