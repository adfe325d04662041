/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.open;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;

import org.eclipse.core.runtime.IStatus;
import org.eclipse.tracecompass.tmf.core.trace.TraceValidationStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which directories Bowline's trace type takes. */
final class Ctf2TraceTest {
    @TempDir private Path folder;

    private IStatus status(String metadata) throws Exception {
        Files.writeString(folder.resolve("metadata"), metadata);
        return new Ctf2Trace().validate(null, folder.toString());
    }

    @Test
    void aTraceIsCtf2ByTheFirstByteOfItsMetadata() throws Exception {
        assertThat(Ctf2Trace.isCtf2(folder)).as("no metadata").isFalse();
        IStatus two = status("\u001e{\"type\": \"preamble\"}");
        assertThat(Ctf2Trace.isCtf2(folder)).isTrue();
        assertThat(two).isInstanceOf(TraceValidationStatus.class);
        assertThat(two.isOK()).isTrue();
    }

    @Test
    void otherTracesAreLeftToTheTypesOfTraceCompass() throws Exception {
        assertThat(status("/* CTF 1.8 */").getMessage()).isEqualTo(
                folder + " is not a CTF 2 trace: Trace Compass's own trace types open CTF 1.8.");
        assertThat(status("").getSeverity()).as("nothing in it").isEqualTo(IStatus.ERROR);
    }
}
