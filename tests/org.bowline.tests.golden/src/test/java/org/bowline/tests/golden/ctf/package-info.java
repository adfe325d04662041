/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Golden tests of the CTF reader: on every trace that there is, the same events as babeltrace2 prints; broken traces are refused or
 * reported; damaged ones do no harm; generated ones are valid.
 */
@NullMarked
package org.bowline.tests.golden.ctf;

import org.jspecify.annotations.NullMarked;
