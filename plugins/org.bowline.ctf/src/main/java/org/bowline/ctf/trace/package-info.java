/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Where reading begins: {@link org.bowline.ctf.trace.CtfTrace} opens a directory, {@link org.bowline.ctf.trace.MetadataReader} reads its
 * metadata in whichever of the two languages they are written. The top of the reader: nothing of {@code org.bowline.ctf} uses this package.
 */
@NullMarked
package org.bowline.ctf.trace;

import org.jspecify.annotations.NullMarked;
