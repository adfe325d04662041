/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who wants a processor and has none, and what else keeps threads from running?
 *
 * <p>Full processors, limits, interrupts, garbage collection, stopped threads, declared tags on the wrong processor.
 */
@NullMarked
package org.bowline.core.finding.rules.processor;

import org.jspecify.annotations.NullMarked;
