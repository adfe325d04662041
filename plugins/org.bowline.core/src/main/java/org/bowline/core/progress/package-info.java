/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How a long computation tells how far it is, and is told to stop.
 */
@NullMarked
package org.bowline.core.progress;

import org.jspecify.annotations.NullMarked;
