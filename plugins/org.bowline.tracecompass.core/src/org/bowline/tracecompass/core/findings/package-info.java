/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What is wrong in a range, in words, and where to look at it? The findings as a text with links, without widgets. */
@NullMarked
package org.bowline.tracecompass.core.findings;

import org.jspecify.annotations.NullMarked;
