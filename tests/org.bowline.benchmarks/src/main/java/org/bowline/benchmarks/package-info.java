/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How fast things are: JMH benchmarks of parts, and programs that compare whole runs with other tools on the same files in the same run.
 * {@code docs/benchmarks.md} has the commands and what they gave. Nothing here is a test: time limits depend on the machine.
 */
@NullMarked
package org.bowline.benchmarks;

import org.jspecify.annotations.NullMarked;
