/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What would be won at most if something became cheaper.
 *
 * <p>In: a {@link org.bowline.core.waitfor.WaitForGraph} and what is made cheaper: waits of edges, work of threads. Out: {@link org.bowline.core.whatif.Cheaper}, upper bounds for the range and for stretches of a thread's time, as requests.
 */
@NullMarked
package org.bowline.core.whatif;

import org.jspecify.annotations.NullMarked;
