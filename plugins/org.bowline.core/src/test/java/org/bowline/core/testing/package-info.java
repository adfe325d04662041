/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What the random tests of the analyses share: seeds and nonsensical timelines. */
@NullMarked
package org.bowline.core.testing;

import org.jspecify.annotations.NullMarked;
