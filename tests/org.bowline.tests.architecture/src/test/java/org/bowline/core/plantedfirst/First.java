/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.plantedfirst;

import org.bowline.core.plantedsecond.Second;

/** Breaks a rule on purpose. */
public final class First {
    Second other = new Second();
}
