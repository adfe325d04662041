/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Are there enough of those who serve?
 *
 * <p>Workers, connections, requests that queue for them, and event loops that hand requests on.
 */
@NullMarked
package org.bowline.core.finding.rules.server;

import org.jspecify.annotations.NullMarked;
