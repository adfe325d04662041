/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.preferences;

import org.eclipse.core.runtime.preferences.InstanceScope;
import org.eclipse.jface.preference.IPreferenceStore;
import org.eclipse.ui.preferences.ScopedPreferenceStore;

import org.bowline.core.figures.Threshold;
import org.bowline.core.waitfor.KnotPolicy;
import org.bowline.report.graph.PictureOptions;

/** The settings. A value out of its range, as of another version, counts as the default. */
public final class WaitAnalysisPreferences {
    /** With which threshold knots are looked for at first, percent of the range. */
    public static final String THRESHOLD = "threshold.percent";
    /** Most nodes in the picture of a wait-for graph. */
    public static final String NODES = "graph.nodes";
    /** Whether threads that only wait are hidden at first. */
    public static final String HIDE_IDLE = "threads.hideIdle";
    /** Whether what was read is kept beside the traces; read by the analysis, too. */
    public static final String KEEP = "analysis.keep";

    static final int LEAST_THRESHOLD = 0;
    static final int MOST_THRESHOLD = 100;
    static final int DEFAULT_THRESHOLD = KnotPolicy.DEFAULT.threshold().value().movePointRight(2).intValueExact();
    static final int LEAST_NODES = 5;
    static final int MOST_NODES = 500;
    static final int DEFAULT_NODES = PictureOptions.DEFAULT.maximalNodes();

    private static final String NODE = "org.bowline.tracecompass.ui";
    private static final IPreferenceStore STORE = new ScopedPreferenceStore(InstanceScope.INSTANCE, NODE);

    private WaitAnalysisPreferences() {}

    /** Where they are. */
    public static IPreferenceStore store() {
        return STORE;
    }

    /** The threshold at first. */
    public static Threshold threshold() {
        return Threshold.ofPercent(number(THRESHOLD, LEAST_THRESHOLD, MOST_THRESHOLD, DEFAULT_THRESHOLD));
    }

    /** Whether that is what is usual. */
    public static boolean isUsualThreshold() {
        return number(THRESHOLD, LEAST_THRESHOLD, MOST_THRESHOLD, DEFAULT_THRESHOLD) == DEFAULT_THRESHOLD;
    }

    /** Most nodes in a picture. */
    public static int maximalNodes() {
        return number(NODES, LEAST_NODES, MOST_NODES, DEFAULT_NODES);
    }

    /** Whether idle threads are hidden at first. */
    public static boolean hideIdle() {
        return STORE.getBoolean(HIDE_IDLE);
    }

    private static int number(String key, int least, int most, int otherwise) {
        int value = STORE.getInt(key);
        return value < least || value > most ? otherwise : value;
    }
}
