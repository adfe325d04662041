/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Locks: who held which, who waited for it, from when to when.
 *
 * <p>{@link org.bowline.core.lock.LockHistory} is made of the {@linkplain org.bowline.core.timeline.LockEvents lock events} of a timeline: what programs say of
 * their mutexes is what happened, what follows from their calls of the kernel alone is an estimate. {@link org.bowline.core.lock.LockUse} is a lock in figures.
 */
@NullMarked
package org.bowline.core.lock;

import org.jspecify.annotations.NullMarked;
