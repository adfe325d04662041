/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Files: those of a run, which appear whole or not at all ({@link org.bowline.report.export.ReportDirectory}), and results in the forms of other
 * programs (Graphviz, GraphML, flame graphs, trace events).
 *
 * <p>In: rows and results. Out: files, in one pass over what they hold.
 */
@NullMarked
package org.bowline.report.export;

import org.jspecify.annotations.NullMarked;
