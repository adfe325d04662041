/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What can a Java program tell about itself, for Bowline to find in a trace? Its requests ({@link org.bowline.annotation.Interval}), what
 * event-driven code is at ({@link org.bowline.annotation.Tag}), spinning and false wake-ups ({@link org.bowline.annotation.Waits}).
 *
 * <p>The annotations are those of wPerf (Zhou et al., OSDI 2018) and VProfiler (Huang et al., EuroSys 2017). They become events of LTTng-UST, the
 * same as those of {@code bowline.h}: docs/reference/annotations.md. A call costs some nanoseconds while nobody records, and allocates nothing
 * then. Where the native library is missing ({@link org.bowline.annotation.Annotations}) all calls do nothing. Nothing else is needed at run time.
 */
@NullMarked
package org.bowline.annotation;

import org.jspecify.annotations.NullMarked;
