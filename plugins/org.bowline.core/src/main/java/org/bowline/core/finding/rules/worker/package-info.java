/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Are there enough workers for the requests that queue for them?
 */
@NullMarked
package org.bowline.core.finding.rules.worker;

import org.jspecify.annotations.NullMarked;
