/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Reads traces in the Common Trace Format, versions 1.8 and 2, as LTTng, perf and barectf write them.
 *
 * <p>{@link org.bowline.ctf.CtfTrace} opens a directory, an {@link org.bowline.ctf.EventSelection} names the events and fields that are
 * wanted, an {@link org.bowline.ctf.EventCursor} walks them in time order: O(n log s) for n events in s streams, without allocation.
 */
@NullMarked
package org.bowline.ctf;

import org.jspecify.annotations.NullMarked;
