/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import java.io.IOException;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.ReadOptions;
import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.trace.CtfTrace;

/** A whole trace from one input: metadata, a stream, its index. */
final class TraceFuzz {
    private static final Scratch SCRATCH = new Scratch();

    @FuzzTest
    void isReadOrRefused(FuzzedDataProvider data) throws IOException {
        ReadOptions options = data.consumeBoolean() ? ReadOptions.STRICT : ReadOptions.TOLERANT;
        byte[] index = data.consumeBytes(data.consumeInt(0, 200));
        byte[] stream = data.consumeBytes(data.consumeInt(0, 1 << 16));
        byte[] metadata = data.consumeRemainingAsBytes();
        SCRATCH.clear();
        SCRATCH.file("metadata", metadata);
        SCRATCH.file("stream_0", stream);
        if (index.length > 0) {
            SCRATCH.file("index/stream_0.idx", index);
        }
        try (CtfTrace trace = CtfTrace.open(SCRATCH.folder(), options)) {
            Scratch.readAll(trace, stream.length);
        } catch (TraceReadException expected) {
            // refused
        }
    }
}
