/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How is the result of an analysis kept, so that the traces need not be read again?
 *
 * <p>In: an {@link org.bowline.core.trace.AnalysisResult}; out: one file, and the same result from it, equal to the nanosecond. Every
 * section of the file has a checksum and everything read is validated: a file that is stale, cut off or damaged is no result, never a wrong
 * one. Linear in the size of the timeline, at the speed of copying memory.
 */
@NullMarked
package org.bowline.core.store;

import org.jspecify.annotations.NullMarked;
