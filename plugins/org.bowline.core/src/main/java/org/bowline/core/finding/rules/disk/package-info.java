/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who waits for a disk?
 */
@NullMarked
package org.bowline.core.finding.rules.disk;

import org.jspecify.annotations.NullMarked;
