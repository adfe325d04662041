/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Whose work runs? A program tells with tags which module it is in, as event-driven code has no stack that would tell. A {@link org.bowline.core.tag.TagLog} holds
 * what each thread told, a {@link org.bowline.core.tag.TagProfile} lays that over the timeline: every nanosecond of a thread, whether it ran or waited, falls to exactly
 * one path, to {@code (untagged)}, or, where events were lost, to {@code (unknown)}.
 *
 * <p>Meaning: docs/concepts/tags.md. Nothing here recurses: paths may be as deep as their text is long.
 */
@NullMarked
package org.bowline.core.tag;

import org.jspecify.annotations.NullMarked;
