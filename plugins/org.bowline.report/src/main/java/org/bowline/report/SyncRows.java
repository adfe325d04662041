/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report;

import java.util.List;
import org.bowline.core.sync.SyncResult;

/** Clock relations as rows. */
public final class SyncRows {
    private SyncRows() {}

    /** A row per host and piece. */
    public static List<SyncRow> of(SyncResult sync) {
        return List.of();
    }
}
