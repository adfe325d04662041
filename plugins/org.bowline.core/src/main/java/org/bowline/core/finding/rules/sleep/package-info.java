/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who sleeps while others wait for him?
 */
@NullMarked
package org.bowline.core.finding.rules.sleep;

import org.jspecify.annotations.NullMarked;
