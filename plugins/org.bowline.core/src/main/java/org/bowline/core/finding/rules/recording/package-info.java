/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What can the recording itself not tell, or what does it cost?
 *
 * <p>Clocks, lost and missing events, hosts that were not recorded, the time of the tracer.
 */
@NullMarked
package org.bowline.core.finding.rules.recording;

import org.jspecify.annotations.NullMarked;
