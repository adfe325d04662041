/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.view;

/**
 * A source of signals that leads the user to the evidence for a figure: a single wait, a single packet. Views along time go there; views
 * whose figure it is evidence for keep their range, else the figure would vanish under the user's hand.
 */
public interface EvidenceSource {}
