/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What do packets tell of those who wait for each other?
 *
 * <p>Full links, small sends, round trips in series, questions without an answer, requests that a queue withholds.
 */
@NullMarked
package org.bowline.core.finding.rules.network;

import org.jspecify.annotations.NullMarked;
