/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who asked and waits to this day, or for much longer than the others?
 */
@NullMarked
package org.bowline.core.finding.rules.hang;

import org.jspecify.annotations.NullMarked;
