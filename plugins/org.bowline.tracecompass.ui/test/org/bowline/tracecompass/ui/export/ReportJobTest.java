/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

final class ReportJobTest {
    private static final Path FOLDER = Path.of("reports");
    private static final String LOCK = "/closed/.bowline-19c4da7e.lock";

    @Test
    void aPersonIsToldWhyNothingWasWrittenAndNotTheNameOfAFileThatHeNeverSaw() {
        assertThat(ReportJob.failed(FOLDER, new AccessDeniedException(LOCK)))
                .isEqualTo("The reports could not be written to reports: permission denied. Make room, or choose another folder.");
        assertThat(ReportJob.failed(FOLDER, new FileSystemException(LOCK, null, "Read-only file system")))
                .contains("reports: Read-only file system.");
    }
}
