/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Figures, each with one definition: percentiles of values, lengths of time, shares and thresholds as they are read from users and shown to them, each with
 * one parser, one form and one rounding. Whoever states a figure takes it from here, so that two faces of the product never differ in the last digit.
 */
@NullMarked
package org.bowline.core.figures;

import org.jspecify.annotations.NullMarked;
