/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import org.jspecify.annotations.Nullable;

/**
 * A class of events.
 *
 * @param id within its stream class, unsigned
 * @param name as tracers and users write it ({@code sched_switch}, {@code wl:req_begin})
 * @param logLevel as declared (number or text); empty if not told
 */
public record EventClass(long streamClassId, long id, String name, String logLevel, @Nullable StructClass specificContext,
        @Nullable StructClass payload) {}
