/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What the plug-ins refer to is in all releases of Trace Compass that they are for. */
@NullMarked
package org.bowline.tests.releases;

import org.jspecify.annotations.NullMarked;
