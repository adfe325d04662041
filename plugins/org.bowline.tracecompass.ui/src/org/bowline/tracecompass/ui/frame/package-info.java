/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What stands around every view, whatever it shows: the banner of caveats, the title line, the progress, the hint of an empty view and the
 * action that cancels; how a view reads the traces; and what a person chose in one view, which the others show as well.
 */
@NullMarked
package org.bowline.tracecompass.ui.frame;

import org.jspecify.annotations.NullMarked;
