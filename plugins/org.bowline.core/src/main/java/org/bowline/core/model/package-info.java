/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * The words that all rooms share: thread states, causes of waits, kinds of vertices, caveats.
 */
@NullMarked
package org.bowline.core.model;

import org.jspecify.annotations.NullMarked;
