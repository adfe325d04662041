/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** What several of the tests here need. They run in a plain JVM: no OSGi, no workbench. */
@NullMarked
package org.bowline.tracecompass.core;

import org.jspecify.annotations.NullMarked;
