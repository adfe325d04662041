/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.planted;

import org.bowline.report.text.TimeFormat;

/** Breaks a rule on purpose. */
public final class RendersRuns {
    String length(long nanos) {
        return TimeFormat.duration(nanos);
    }
}
