/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.criticalpath;

import org.bowline.core.model.Cause;
import org.bowline.core.model.ThreadState;

/**
 * All legs of a path that are of one sort, together.
 *
 * @param thread the thread in whose row the legs stand
 * @param state what it did
 * @param cause what it waited for; NONE if it did not
 * @param kind how the legs came to be
 * @param target the vertex that was waited for, or −1
 * @param nanos sum of their lengths
 */
public record PathPart(int thread, ThreadState state, Cause cause, LegKind kind, int target, long nanos) {}
