/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** All there is to say of the moment of a thread that is selected. */
@NullMarked
package org.bowline.tracecompass.ui.details;

import org.jspecify.annotations.NullMarked;
