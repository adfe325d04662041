/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * The façade that the command line, the Maven plug-in and the desktop call: find and open traces, group them by host, read, synchronise, build
 * the timeline, run analyses on it; with progress, cancellation and caveats.
 *
 * <p>{@link org.bowline.core.analysis.Experiment} is the opened traces, {@link org.bowline.core.analysis.ReadTraces} what was read from them.
 */
@NullMarked
package org.bowline.core.analysis;

import org.jspecify.annotations.NullMarked;
