/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.planted;

import java.nio.file.Path;

import org.bowline.ctf.trace.CtfTrace;

/** Breaks a rule on purpose. */
public final class ReadsEvents {
    boolean isTrace(Path directory) {
        return CtfTrace.isTrace(directory);
    }
}
