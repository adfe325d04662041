/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Waits that the kernel does not see as such: threads that poll, and threads that are woken for nothing.
 *
 * <p>In: a {@link org.bowline.core.timeline.Timeline}, in which what programs told is applied already, and who held which lock. Out: {@link org.bowline.core.spin.SpinUse} of each thread, with what the program told, and
 * with candidates of which it told nothing. Nothing is changed here.
 */
@NullMarked
package org.bowline.core.spin;

import org.jspecify.annotations.NullMarked;
