/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How does a person look at a result without Bowline? All of it as one page of HTML that needs nothing else: no network, no server, no
 * library.
 *
 * <p>In: the analysis of one run, and who has sections of it ({@link org.bowline.report.page.SectionSource}); what was not computed is left out. Out: one file
 * ({@link org.bowline.report.page.HtmlReport}). Of several runs, compared: {@link org.bowline.report.rows.CompareInput} in, a page of box plots out
 * ({@link org.bowline.report.page.ComparePage}), without any script. All figures are SVG, laid out here, the wait-for graph by the same layout that the desktop
 * draws; the page's own script ({@code report.js}) adds interaction and changes no figure. Names in traces are hostile input: text goes through
 * {@link org.bowline.report.graph.Markup} or through a JSON writer that leaves no markup, and the page forbids every script but its own by hash.
 *
 * <p>O(edges × segments of their sources + legs + threads) time; what grows with the trace is bounded, and what is left out is counted on the page.
 */
@NullMarked
package org.bowline.report.page;

import org.jspecify.annotations.NullMarked;
