/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Files that appear whole or not at all, also if the process is killed at any moment: {@link org.bowline.core.files.WholeFile} one,
 * {@link org.bowline.core.files.PendingRun} those of a directory together. {@link org.bowline.core.files.FileTree} removes what is no longer wanted.
 */
@NullMarked
package org.bowline.core.files;

import org.jspecify.annotations.NullMarked;
