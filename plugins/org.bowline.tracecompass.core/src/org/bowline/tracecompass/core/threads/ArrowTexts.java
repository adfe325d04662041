/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.threads;

import java.util.LinkedHashMap;
import java.util.Map;

import org.eclipse.tracecompass.tmf.core.model.timegraph.ITimeGraphArrow;

import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.text.TimeFormat;

/** What there is to say of an arrow between threads. */
public final class ArrowTexts {
    private ArrowTexts() {}

    /**
     * The tooltip of an arrow, or of a band of them.
     *
     * @param duration what its length is called
     */
    public static Map<String, String> tooltip(AnalysisResult result, int from, int to, ITimeGraphArrow arrow, String duration) {
        Timeline timeline = result.timeline();
        Map<String, String> tip = new LinkedHashMap<>();
        tip.put(Messages.tipFrom, ThreadNames.phrase(timeline, from));
        tip.put(Messages.tipTo, ThreadNames.phrase(timeline, to));
        if (arrow instanceof ArrowBand band) {
            band.tell(tip);
        } else if (arrow.getDuration() > 0) {
            tip.put(duration, TimeFormat.duration(arrow.getDuration()));
        }
        if (timeline.host(from) != timeline.host(to)) {
            tip.put(Messages.tipClockError,
                    ClockError.text(ClockError.between(result.sync(), timeline.host(from), timeline.host(to), arrow.getStartTime())));
        }
        return tip;
    }
}
