/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.nio.file.Path;

import org.bowline.ctf.TraceReadException;

/** Reads the file {@code metadata} of a trace: TSDL as text or in packets of either byte order, or a JSON text sequence. */
public final class MetadataReader {
    private MetadataReader() {}

    /**
     * Reads and checks the metadata.
     *
     * @param file the metadata file
     * @throws TraceReadException if it is missing, malformed, contradictory, or too large or deep to be metadata
     */
    public static TraceMetadata read(Path file) throws TraceReadException {
        throw TraceReadException.of(file, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN, "no metadata reader yet", "", null);
    }
}
