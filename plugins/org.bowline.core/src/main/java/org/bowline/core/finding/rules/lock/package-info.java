/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who queues for a lock, and how long is it held?
 */
@NullMarked
package org.bowline.core.finding.rules.lock;

import org.jspecify.annotations.NullMarked;
