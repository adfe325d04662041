/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

import org.junit.jupiter.api.Test;

final class FileFailureTest {
    @Test
    void whatJavaTellsByTheNameOfAnExceptionIsSaidInWords() {
        assertThat(FileFailure.reason(new NoSuchFileException("f"))).isEqualTo("it does not exist");
        assertThat(FileFailure.reason(new AccessDeniedException("f"))).isEqualTo("permission denied");
        assertThat(FileFailure.reason(new NotDirectoryException("f"))).isEqualTo("it is not a directory");
        assertThat(FileFailure.reason(new FileAlreadyExistsException("f"))).isEqualTo("there is a file of that name");
        assertThat(FileFailure.reason(new DirectoryNotEmptyException("f"))).isEqualTo("the directory is not empty");
    }

    @Test
    void theSystemsOwnReasonIsSaidWithoutTheFile() {
        assertThat(FileFailure.reason(new FileSystemException("f", null, "No space left on device"))).isEqualTo("No space left on device");
        assertThat(FileFailure.reason(new IOException("Connection reset"))).isEqualTo("Connection reset");
    }

    @Test
    void whereNobodySaysWhyThatIsSaid() {
        assertThat(FileFailure.reason(new FileSystemException("f"))).isEqualTo("the system refuses it, and does not say why");
        assertThat(FileFailure.reason(new IOException())).isEqualTo("the system refuses it, and does not say why");
    }
}
