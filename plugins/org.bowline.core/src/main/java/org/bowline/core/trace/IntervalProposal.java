/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

/**
 * A pair of events that may mark units of work.
 *
 * @param spec the pair, with the field that tells its units apart and the one that names their sort
 * @param begins events that begin a unit, in all traces
 * @param ends events that end one
 * @param pairs begins for which there is an end of the same key, wherever it is; an upper bound of the intervals, and mostly their number
 * @param repeated begins whose key an earlier begin has as well; more than a few of them say that the key does not tell units apart. 0 without a key
 */
public record IntervalProposal(IntervalSpec spec, long begins, long ends, long pairs, long repeated) {}
