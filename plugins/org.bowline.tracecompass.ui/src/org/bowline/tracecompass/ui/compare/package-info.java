/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The view Compare: what differs between two sets of runs, in the words and the pictures of the page. */
@NullMarked
package org.bowline.tracecompass.ui.compare;

import org.jspecify.annotations.NullMarked;
