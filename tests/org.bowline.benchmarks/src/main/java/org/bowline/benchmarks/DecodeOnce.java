/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads traces in a process of its own: {@code DecodeOnce MODE SECONDS TRACE...} repeats it for so long, at
 * least once, and prints events and ns of the last repetition. */
final class DecodeOnce {
    private DecodeOnce() {}

    public static void main(String[] arguments) throws IOException {
        TraceDecoder.Mode mode = TraceDecoder.Mode.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        long end = System.nanoTime() + 1_000_000_000L * Long.parseLong(arguments[1]);
        long[] checksum = new long[1];
        long events;
        long begin;
        do {
            begin = System.nanoTime();
            events = 0;
            for (int k = 2; k < arguments.length; k++) {
                events += TraceDecoder.decode(Path.of(arguments[k]), mode, checksum);
            }
        } while (System.nanoTime() < end);
        System.out.println(events + " " + (System.nanoTime() - begin));
        System.err.println("checksum " + checksum[0]);
    }
}
