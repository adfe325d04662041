/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What can one try without a recording of one's own? The sample that is shipped with the help, opened by a command. */
@NullMarked
package org.bowline.tracecompass.ui.sample;

import org.jspecify.annotations.NullMarked;
