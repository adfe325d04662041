/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The engine on real recordings: clocks against their truth, paths and knots against what the workloads did, time against other readers. */
@NullMarked
package org.bowline.tests.golden.engine;

import org.jspecify.annotations.NullMarked;
