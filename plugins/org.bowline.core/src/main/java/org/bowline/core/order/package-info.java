/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What is in order: finding a place in what ascends, and stretches of time, joined where they touch. */
@NullMarked
package org.bowline.core.order;

import org.jspecify.annotations.NullMarked;
