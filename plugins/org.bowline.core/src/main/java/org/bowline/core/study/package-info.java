/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does everything together say of some traces? The one analysis of the command line, the Maven plug-in, comparisons and the desktop's report.
 *
 * <p>In: directories of traces and {@link org.bowline.core.study.Study.Request what to ask of them}, or an analysis and {@link
 * org.bowline.core.study.StudyBuilder the details}. Out: a
 * {@link org.bowline.core.study.Study}, which needs no trace any more. Cost: that of its parts, each done once.
 */
@NullMarked
package org.bowline.core.study;

import org.jspecify.annotations.NullMarked;
