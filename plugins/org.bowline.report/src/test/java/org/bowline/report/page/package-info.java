/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The page, its text and its life in a browser. */
@NullMarked
package org.bowline.report.page;

import org.jspecify.annotations.NullMarked;
