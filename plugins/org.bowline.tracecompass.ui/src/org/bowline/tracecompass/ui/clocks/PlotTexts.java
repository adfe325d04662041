/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestampFormat;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.clocks.ClockCurves;

/** The plot in words, for those who hear it. */
final class PlotTexts {
    private PlotTexts() {}

    static String scene(PlotScene scene) {
        ClockCurves curves = scene.curves();
        long begin = curves.beginNanos();
        long end = curves.endNanos();
        String text = NLS.bind(Messages.Text_Scene, new Object[] {scene.hostName(), scene.neighbourName(), curves.evidence().messages(),
            ahead(curves.estimateNanos(begin)), ahead(curves.estimateNanos(end))});
        return curves.isBounded()
                ? text + ' ' + NLS.bind(Messages.Text_Band, TimeFormat.duration(curves.highNanos(begin) - curves.lowNanos(begin)),
                        TimeFormat.duration(curves.highNanos(end) - curves.lowNanos(end)))
                : text + ' ' + Messages.Text_NoBand;
    }

    static String message(PlotScene scene, int message) {
        ClockEvidence.Point point = scene.message(message);
        return NLS.bind(Messages.Text_Message, new Object[] {direction(scene, point), time(point.hostNanos()),
            ahead(point.offsetNanos()), relative(scene, point)});
    }

    /** By how much the host is ahead, of the neighbour's time minus the host's; as the command line says it. */
    static String ahead(long offsetNanos) {
        return TimeFormat.duration(-offsetNanos);
    }

    static String direction(PlotScene scene, ClockEvidence.Point point) {
        String from = point.above() ? scene.hostName() : scene.neighbourName();
        String to = point.above() ? scene.neighbourName() : scene.hostName();
        return from + " \u2192 " + to;
    }

    static String relative(PlotScene scene, ClockEvidence.Point point) {
        return PlotScene.signed(scene.curves().estimateNanos(point.hostNanos()) - point.offsetNanos());
    }

    static String time(long nanos) {
        return TmfTimestampFormat.getDefaulTimeFormat().format(nanos);
    }
}
