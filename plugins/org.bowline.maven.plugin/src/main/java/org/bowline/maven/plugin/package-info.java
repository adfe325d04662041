/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Does a change make the software wait more than it may? Goals of Maven that record, analyse, judge and report; docs/reference/maven-plugin.md.
 *
 * <p>In: traces, what to ask of them, and limits. Out: reports below {@code target}, a verdict for the build, and JUnit XML for the CI
 * system. Everything is computed by {@link org.bowline.core.analysis.Analysis}; here are parameters, messages and files only. The goals
 * may run side by side; only record-start leaves something outside of its own fields, the recording that record-stop ends.
 */
@NullMarked
package org.bowline.maven.plugin;

import org.jspecify.annotations.NullMarked;
