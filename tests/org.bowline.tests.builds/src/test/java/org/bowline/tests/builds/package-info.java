/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Builds of projects that are not Bowline, with the packed Maven plug-in. A module of its own, as they take longer than all other tests of the plug-in, and nothing that
 * is built after it waits for them.
 */
@org.jspecify.annotations.NullMarked
package org.bowline.tests.builds;
