/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What holds for the whole code base and no single module can check: which room may use which, what no room does, what no file names.
 *
 * <p>Each rule is proved twice: the shipped classes keep it, and a class planted to break it ({@code org.bowline.*.planted}) is found.
 */
@NullMarked
package org.bowline.tests.architecture;

import org.jspecify.annotations.NullMarked;
