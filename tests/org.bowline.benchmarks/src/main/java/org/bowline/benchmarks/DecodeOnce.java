/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.benchmarks;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Reads traces in a process of its own: {@code DecodeOnce MODE REPETITIONS TRACE...} prints events and ns of each repetition. */
final class DecodeOnce {
    private DecodeOnce() {}

    public static void main(String[] arguments) throws IOException {
        TraceDecoder.Mode mode = TraceDecoder.Mode.valueOf(arguments[0].toUpperCase(Locale.ROOT));
        int repetitions = Integer.parseInt(arguments[1]);
        long[] checksum = new long[1];
        for (int i = 0; i < repetitions; i++) {
            long begin = System.nanoTime();
            long events = 0;
            for (int k = 2; k < arguments.length; k++) {
                events += TraceDecoder.decode(Path.of(arguments[k]), mode, checksum);
            }
            System.out.println(events + " " + (System.nanoTime() - begin));
        }
        System.err.println("checksum " + checksum[0]);
    }
}
