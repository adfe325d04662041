/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** An analysis that only the tests have. */
@NullMarked
package org.bowline.cli.added;

import org.jspecify.annotations.NullMarked;
