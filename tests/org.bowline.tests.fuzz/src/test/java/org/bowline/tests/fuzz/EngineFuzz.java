/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import java.io.IOException;

import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.core.trace.AnalysisResult;

/** Any facts make a timeline that tiles, and results that add up to no more than what was recorded. */
final class EngineFuzz {
    @FuzzTest
    void anyFactsMakeResultsThatAddUp(byte[] bytes) throws IOException {
        AnalysisResult result = Facts.result(bytes);
        long from = result.timeline().startNanos();
        long to = result.timeline().endNanos();
        boolean odd = bytes.length % 4 == 3;
        Checked.idle(result.timeline());
        Checked.ask(result, from, to, bytes.length % 8 == 1);
        if (odd && from < to) {
            Checked.ask(result, from + (to - from) / 3, to - (to - from) / 4, false);
        }
    }
}
