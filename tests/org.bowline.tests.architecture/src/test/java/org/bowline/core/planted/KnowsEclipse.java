/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.planted;

import org.eclipse.planted.Plugin;

/** Breaks a rule on purpose. */
public final class KnowsEclipse {
    final Plugin plugin = new Plugin();
}
