/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * The analyses that users know by name. One class that says what an analysis is, {@link org.bowline.report.analyses.Descriptor}, gives its
 * command, its files, its reference page, its section of the page and its table in the desktop; {@link java.util.ServiceLoader} finds it.
 */
@NullMarked
package org.bowline.report.analyses;

import org.jspecify.annotations.NullMarked;
