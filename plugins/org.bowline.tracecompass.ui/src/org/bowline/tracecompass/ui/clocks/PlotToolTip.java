/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.clocks;

import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.events.MouseEvent;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.widgets.Control;
import org.eclipse.tracecompass.tmf.ui.viewers.TmfAbstractToolTipHandler;
import org.jspecify.annotations.Nullable;

import org.bowline.core.sync.ClockEvidence;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.clocks.ClockCurves;
import org.bowline.tracecompass.ui.frame.ToolTipColors;

/** The message under the pointer, or else what the clock is at that time, as a table of names and values. */
final class PlotToolTip extends TmfAbstractToolTipHandler {
    private final ClockPlot plot;

    PlotToolTip(ClockPlot plot) {
        this.plot = plot;
        activateHoverHelp(plot);
        ToolTipColors.on(plot);
    }

    @Override
    protected void fill(@Nullable Control control, @Nullable MouseEvent event, @Nullable Point point) {
        PlotScene scene = plot.scene();
        PlotWindow window = plot.window();
        if (scene == null || window == null || point == null || !window.area().contains(point)) {
            return;
        }
        int message = plot.messageAt(point.x, point.y);
        if (message >= 0) {
            ClockEvidence.Point of = scene.message(message);
            addItem(Messages.Tip_Message, PlotTexts.direction(scene, of));
            addItem(NLS.bind(Messages.Tip_Time, scene.hostName()), PlotTexts.time(of.hostNanos()));
            addItem(NLS.bind(Messages.Tip_TimeOther, scene.neighbourName()), PlotTexts.time(of.hostNanos() + of.offsetNanos()));
            addItem(NLS.bind(Messages.Tip_Ahead, scene.hostName()), PlotTexts.ahead(of.offsetNanos()));
            addItem(Messages.Tip_Relative, PlotTexts.relative(scene, of));
            addItem(Messages.Tip_Bounds, of.piece() == ClockEvidence.NO_PIECE ? Messages.Tip_Nothing
                    : of.above() ? Messages.Tip_FromBelow : Messages.Tip_FromAbove);
            return;
        }
        ClockCurves curves = scene.curves();
        long time = curves.beginNanos() + Math.round(window.time(point.x));
        if (time < curves.beginNanos() || time > curves.endNanos()) {
            return;
        }
        addItem(NLS.bind(Messages.Tip_Time, scene.hostName()), PlotTexts.time(time));
        addItem(NLS.bind(Messages.Tip_Taken, scene.hostName()), PlotTexts.ahead(curves.estimateNanos(time)));
        if (curves.isBounded()) {
            addItem(Messages.Tip_Least, PlotTexts.ahead(curves.highNanos(time)));
            addItem(Messages.Tip_Most, PlotTexts.ahead(curves.lowNanos(time)));
            addItem(Messages.Tip_Width, TimeFormat.duration(curves.highNanos(time) - curves.lowNanos(time)));
        }
    }
}
