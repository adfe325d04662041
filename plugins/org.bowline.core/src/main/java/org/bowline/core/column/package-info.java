/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Long rows of numbers, on the heap as long as it has room for them, else in temporary files that are mapped. */
@NullMarked
package org.bowline.core.column;

import org.jspecify.annotations.NullMarked;
