/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do several rules ask about threads that wait, and how do they call them?
 *
 * <p>Programs and teams of threads, who woke whom, waits that consist of parts, what somebody does while he is awaited; and the words for threads
 * and pools in sentences. It knows nothing of the rules.
 */
@NullMarked
package org.bowline.core.finding.rules.waits;

import org.jspecify.annotations.NullMarked;
