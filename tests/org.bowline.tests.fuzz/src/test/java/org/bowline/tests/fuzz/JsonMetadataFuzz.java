/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.MetadataReader;

/** Metadata of CTF 2: read or refused. */
final class JsonMetadataFuzz {
    private static final byte RECORD_SEPARATOR = 0x1e;
    private static final Scratch SCRATCH = new Scratch();

    @FuzzTest
    void isReadOrRefused(byte[] bytes) {
        byte[] sequence = bytes;
        if (bytes.length == 0 || bytes[0] != RECORD_SEPARATOR) {
            sequence = new byte[bytes.length + 1];
            sequence[0] = RECORD_SEPARATOR;
            System.arraycopy(bytes, 0, sequence, 1, bytes.length);
        }
        try {
            MetadataReader.read(SCRATCH.file("metadata", sequence)).eventClasses();
        } catch (TraceReadException expected) {
            // refused
        }
    }
}
