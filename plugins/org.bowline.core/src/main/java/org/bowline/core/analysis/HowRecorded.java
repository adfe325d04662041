/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import org.bowline.core.trace.RecordedProfiles;

/** With what the traces at hand were recorded. */
public final class HowRecorded {
    /** The options of a recorder; none where the traces are not at hand. */
    public static final Result<RecordedProfiles> PROFILES = Result.of(analysis -> RecordedProfiles.NONE);

    private HowRecorded() {}
}
