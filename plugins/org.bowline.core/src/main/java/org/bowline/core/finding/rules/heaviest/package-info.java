/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Which wait of a group is the heaviest, and what would the work win without it?
 */
@NullMarked
package org.bowline.core.finding.rules.heaviest;

import org.jspecify.annotations.NullMarked;
