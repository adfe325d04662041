/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Which code waits: the time that threads are blocked, by call path, system call, cause and what the one who woke them did. */
@NullMarked
package org.bowline.core.offcpu;

import org.jspecify.annotations.NullMarked;
