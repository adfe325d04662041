/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What every thread did at any time: the scheduling state machine and its result, the {@link org.bowline.core.timeline.Timeline}, which all
 * analyses and views share. Input: kernel facts of each host; output: segments as structure of arrays, sorted by thread and time, at most 40
 * bytes each; O(events) time. The rules of meaning are those of docs/concepts/timeline.md.
 */
@NullMarked
package org.bowline.core.timeline;

import org.jspecify.annotations.NullMarked;
