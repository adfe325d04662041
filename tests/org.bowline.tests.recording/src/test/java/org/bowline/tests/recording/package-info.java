/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Is what LTTng records of our annotations, and with our profiles, what the documentation promises?
 *
 * <p>Each test runs a real session daemon of its own ({@link org.bowline.tests.recording.LttngDaemon}) that no other session daemon or program of the
 * machine sees, and reads the trace with {@code org.bowline.ctf}. Without lttng-tools, or gcc for what is compiled, they are skipped.
 */
@NullMarked
package org.bowline.tests.recording;

import org.jspecify.annotations.NullMarked;
