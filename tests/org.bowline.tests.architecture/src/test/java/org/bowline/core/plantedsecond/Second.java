/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.plantedsecond;

import org.bowline.core.plantedfirst.First;

/** Breaks a rule on purpose. */
public final class Second {
    First other = new First();
}
