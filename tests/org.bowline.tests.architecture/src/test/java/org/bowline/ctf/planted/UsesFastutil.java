/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.planted;

import it.unimi.dsi.fastutil.longs.LongArrayList;

/** Breaks a rule on purpose. */
public final class UsesFastutil {
    final LongArrayList times = new LongArrayList();
}
