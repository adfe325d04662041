/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does everything together say of some traces? One call for front ends that ask for no details: a build, a comparison of runs.
 *
 * <p>In: directories of traces and {@link org.bowline.core.study.Study.Request what to ask of them}. Out: a
 * {@link org.bowline.core.study.Study}, which needs no trace any more. Cost: that of its parts, each done once.
 */
@NullMarked
package org.bowline.core.study;

import org.jspecify.annotations.NullMarked;
