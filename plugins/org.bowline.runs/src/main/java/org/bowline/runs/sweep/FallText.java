/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

import org.bowline.core.figures.Duration;
import org.bowline.core.figures.Rate;
import org.bowline.core.model.Words;
import org.bowline.report.rows.SweepRow;

/**
 * Why a build has fallen, as its recordings there and at its peak tell: what grew most of the time that its threads take for a unit of work.
 *
 * <p>Whatever keeps the work up is at work, or waited for, all the time: for each unit of work for about as long as passes from one unit to the next, or longer. So what grew by less than half
 * as much as that did is not why.
 */
final class FallText {
    private static final double SECOND = 1e9;
    private static final double NOTICEABLE = 0.5;
    /** Of the throughput at the peak: who does more has not fallen. */
    private static final double NO_FALL = 0.95;
    /** Other parts are told if they grew by so much of what grew most. */
    private static final double WORTH_TELLING = 0.1;
    /** Most of it is somebody's from here on. */
    private static final double MOST = 0.5;

    private FallText() {}

    /** A sentence or two. */
    static String of(SweepRow row, SweepRow peak, RecordedTimes here, RecordedTimes there) {
        String with = "With " + Words.count(row.clients(), "client");
        String before = "at its peak with " + Words.count(peak.clients(), "client");
        double apart = (1 / here.throughput() - 1 / there.throughput()) * SECOND;
        if (here.throughput() > NO_FALL * there.throughput()) {
            return with + ", the recordings of " + row.build() + " do not show the fall: it did " + Rate.perSecond(here.throughput())
                    + " per second while it was recorded, and " + Rate.perSecond(there.throughput()) + ' ' + before + '.';
        }
        List<TimePart> grown = Arrays.stream(TimePart.values()).filter(part -> growth(part, here, there) >= NOTICEABLE * apart)
                .filter(part -> here.perSecond(part) >= part.leastGrowth() * there.perSecond(part))
                .sorted(Comparator.comparingDouble((TimePart part) -> -growth(part, here, there))).toList();
        boolean locksKnown = here.isLocksKnown() && there.isLocksKnown();
        String hint = locksKnown ? ""
                : " Nothing was recorded of locks: waits for them are among those for other threads. The recording profile locks tells them apart.";
        List<TimePart> told = grown.stream().filter(part -> !part.isPassedOn()).toList();
        if (told.isEmpty()) {
            return with + ", nothing has grown noticeably in " + row.build() + " for each unit of work against its peak with "
                    + Words.count(peak.clients(), "client") + ": neither running nor waiting for " + (locksKnown ? "locks, " : "")
                    + "disks, processors or timers"
                    + (grown.isEmpty() ? "." : "; but " + figures(grown.get(0), here, there, before) + " has.")
                    + hint;
        }
        TimePart most = told.get(0);
        List<TimePart> also = told.subList(1, told.size()).stream()
                .filter(part -> growth(part, here, there) >= WORTH_TELLING * growth(most, here, there)).toList();
        String equal = most == TimePart.EQUAL
                ? " Equal threads, those of one name, mostly wait for what one of them has, as a lock or a row of a table." : "";
        return with + ", what has grown most in " + row.build() + " for each unit of work is " + figures(most, here, there, before)
                + (also.isEmpty() ? ""
                        : "; also " + Words.list(also.stream().map(part -> figures(part, here, there, "then")).toList(), "and"))
                + '.' + equal + hint;
    }

    private static double growth(TimePart part, RecordedTimes here, RecordedTimes there) {
        return here.isKnown(part) && there.isKnown(part) ? here.perUnit(part) - there.perUnit(part) : 0;
    }

    private static String figures(TimePart part, RecordedTimes here, RecordedTimes there, String before) {
        String whose = here.mostShare(part) >= MOST ? ", mostly " + here.mostBy(part) : "";
        return part.words() + " (" + Duration.duration(Math.round(here.perUnit(part))) + whose + "; "
                + Duration.duration(Math.round(there.perUnit(part))) + ' ' + before + ')';
    }
}
