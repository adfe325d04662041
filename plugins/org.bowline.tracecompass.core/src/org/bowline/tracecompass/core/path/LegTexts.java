/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.timeline.Timeline;
import org.bowline.report.text.TimeFormat;
import org.bowline.tracecompass.core.provider.StateStyle;
import org.bowline.tracecompass.core.threads.ArrowTexts;
import org.bowline.tracecompass.core.threads.ClockError;
import org.bowline.tracecompass.core.threads.ThreadNames;

/** How the legs of a critical path are called, and what there is to say about them. */
public final class LegTexts {
    private LegTexts() {}

    /** What a leg is. */
    public static String name(CriticalPath path, int leg) {
        return switch (path.kind(leg)) {
            case NETWORK_TRANSIT -> Messages.transit;
            case DISK_QUEUE -> Messages.diskQueue;
            case DISK_SERVICE -> Messages.diskService;
            case ABSENT -> Messages.absent;
            case OWN, WAIT, CYCLE -> StateStyle.of(path.state(leg), path.cause(leg)).label();
        };
    }

    /** The tooltip of a leg, beside the row of its thread: four parts at most. */
    static Map<String, String> tooltip(PathModel model, int leg) {
        CriticalPath path = model.path();
        Timeline timeline = path.timeline();
        Map<String, String> tip = new LinkedHashMap<>();
        tip.put(Messages.tipState, NLS.bind(Messages.tipStateFor, new Object[] {name(path, leg), TimeFormat.duration(path.nanos(leg)),
            Shares.percent(path.nanos(leg), model.totals().nanos())}));
        if (path.target(leg) != Timeline.NONE) {
            tip.put(path.kind(leg) == LegKind.NETWORK_TRANSIT ? Messages.tipFrom
                    : path.kind(leg) == LegKind.OWN ? Messages.tipInterrupt : Messages.tipTarget,
                    ThreadNames.phrase(timeline, path.target(leg)));
        }
        int sender = path.target(leg);
        if (path.kind(leg) == LegKind.NETWORK_TRANSIT && sender >= 0
                && timeline.host(sender) != timeline.host(path.thread(leg))) {
            tip.put(Messages.tipClockError, ClockError.text(ClockError.between(model.result().sync(), timeline.host(sender),
                    timeline.host(path.thread(leg)), path.start(leg))));
        }
        if (model.isDoubtful(leg)) {
            tip.put(Messages.tipDoubt, doubt(path.kind(leg)));
        }
        return tip;
    }

    private static String doubt(LegKind kind) {
        return switch (kind) {
            case ABSENT -> Messages.doubtAbsent;
            case CYCLE -> Messages.doubtCycle;
            case NETWORK_TRANSIT -> Messages.doubtClock;
            case OWN, WAIT, DISK_QUEUE, DISK_SERVICE -> Messages.doubtUnknown;
        };
    }

    /** The tooltip of an arrow, or of a band of them. */
    static Map<String, String> arrow(PathModel model, int from, int to, ITimeGraphArrow arrow) {
        return ArrowTexts.tooltip(model.result(), from, to, arrow, Messages.tipFor);
    }
}
