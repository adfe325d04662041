/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.MetadataReader;

/** Metadata of CTF 1.8, as text or in packets: read or refused. */
final class TsdlMetadataFuzz {
    private static final Scratch SCRATCH = new Scratch();

    @FuzzTest
    void isReadOrRefused(byte[] bytes) {
        try {
            MetadataReader.read(SCRATCH.file("metadata", bytes)).eventClasses();
        } catch (TraceReadException expected) {
            // refused
        }
    }
}
