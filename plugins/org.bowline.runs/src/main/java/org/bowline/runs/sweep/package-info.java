/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** Builds at several concurrencies: where each saturates, where it falls over, and where two may be compared at all. */
@NullMarked
package org.bowline.runs.sweep;

import org.jspecify.annotations.NullMarked;
