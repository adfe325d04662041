/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** How do the pages in {@code docs} become the help of the desktop, so that there is one text and not two? Runs in the build only. */
@NullMarked
package org.bowline.helpgen;

import org.jspecify.annotations.NullMarked;
