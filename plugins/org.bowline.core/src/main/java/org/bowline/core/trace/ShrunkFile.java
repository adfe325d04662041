/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;

import org.bowline.ctf.TraceReadException;

/**
 * A file of a trace that became shorter while it was read. Java tells that by an {@link InternalError} wherever the missing memory is
 * touched, and in compiled code somewhat later: so it is caught here, around all reading, besides in the reader.
 */
final class ShrunkFile {
    private ShrunkFile() {}

    static TraceReadException refuse(Path trace, InternalError error) {
        return TraceReadException.of(trace, TraceReadException.UNKNOWN, TraceReadException.UNKNOWN,
                "a file of this trace, or of one that is read with it, changed or was cut off while it was read",
                "wait until the recording is copied as a whole, and open it again", error);
    }
}
