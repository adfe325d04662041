/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** How does a result leave the desktop? The wizard File &gt; Export &gt; Tracing &gt; Wait analysis report. */
@NullMarked
package org.bowline.tracecompass.ui.export;

import org.jspecify.annotations.NullMarked;
