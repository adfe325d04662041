/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is done one after another, though it could be done side by side?
 *
 * <p>Threads that work alone, scripts that start programs, barriers with a last one, work of one's own between waits.
 */
@NullMarked
package org.bowline.core.finding.rules.serial;

import org.jspecify.annotations.NullMarked;
