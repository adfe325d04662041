/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is only in the product: its name and icon, and a small help window, as Debian's Trace Compass has none. In an Eclipse installation that
 * has the real one this plug-in is absent. See docs/adr/0054.
 */
@NullMarked
package org.bowline.rcp;

import org.jspecify.annotations.NullMarked;
