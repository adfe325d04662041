/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Who serves whom, over which connections, and are there enough of these?
 *
 * <p>Pools of workers and event loops that hand requests on are found here, too.
 */
@NullMarked
package org.bowline.core.finding.rules.server;

import org.jspecify.annotations.NullMarked;
