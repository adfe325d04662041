/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.report.rows.SweepRow;

/** Of 200 units of work per second at the peak 100 are left: from one to the next 5 ms more pass. */
class FallTextTest {
    private static final long SECOND = 1_000_000_000;
    private static final double NONE = Double.NaN;

    private static SweepRow level(long clients, double throughput) {
        return new SweepRow("", "evict", clients, List.of(throughput), throughput, NONE, NONE, NONE, NONE, NONE, NONE, NONE, 1, "", "",
                NONE,
                NONE);
    }

    /** A second in which the threads "server" were in these parts for so many milliseconds of each unit of work. */
    private static RecordedTimes times(double throughput, boolean locks, Map<TimePart, Double> millis) {
        RecordedTimes times = new RecordedTimes();
        times.recorded(SECOND, throughput, locks);
        millis.forEach((part, of) -> times.add(part, "server", Math.round(of * 1e6 * throughput)));
        return times;
    }

    private static String text(RecordedTimes here, RecordedTimes there) {
        return FallText.of(level(16, 100), level(4, 200), here, there);
    }

    @Test
    void whatGrewMostIsToldFirstAndWhatGrewNoticeablyAfterIt() {
        String text = text(times(100, true, Map.of(TimePart.LOCK, 20.0, TimePart.RUNNING, 10.0, TimePart.DISK, 6.0)),
                times(200, true, Map.of(TimePart.LOCK, 2.0, TimePart.RUNNING, 4.0, TimePart.DISK, 5.0)));
        assertThat(text).as("disks grew by 1 ms of the 5")
                .isEqualTo("With 16 clients, what has grown most in evict for each unit of work is"
                        + " waiting for locks (20.0 ms, mostly server; 2.00 ms at its peak with 4 clients); also running (10.0 ms, mostly server;"
                        + " 4.00 ms then).");
    }

    @Test
    void whatGrewByATenthOfTheMostOrLessIsNotTold() {
        String text = text(times(100, true, Map.of(TimePart.LOCK, 80.0, TimePart.RUNNING, 10.0)),
                times(200, true, Map.of(TimePart.LOCK, 2.0, TimePart.RUNNING, 4.0)));
        assertThat(text).contains("waiting for locks").doesNotContain("also", "running");
    }

    @Test
    void whoeverHasMostOfATimeIsNamedIfItIsHalfOfIt() {
        RecordedTimes here = times(100, true, Map.of(TimePart.DISK, 6.0));
        here.add(TimePart.DISK, "flusher", Math.round(5.9 * 1e6 * 100));
        assertThat(text(here, times(200, true, Map.of()))).contains("(11.9 ms, mostly server;");
        here.add(TimePart.DISK, "backup", Math.round(5.8 * 1e6 * 100));
        assertThat(text(here, times(200, true, Map.of()))).contains("(17.7 ms; 0 ns at its peak");
    }

    @Test
    void waitingForSomebodyElsesWorkIsNotAReasonByItself() {
        String text = text(times(100, true, Map.of(TimePart.NETWORK, 90.0)), times(200, true, Map.of(TimePart.NETWORK, 10.0)));
        assertThat(text)
                .startsWith("With 16 clients, nothing has grown noticeably in evict for each unit of work against its peak with 4 clients:"
                        + " neither running nor waiting for locks, disks, processors or timers; but waiting for packets (90.0 ms, mostly server; 10.0 ms"
                        + " at its peak with 4 clients) has.");
    }

    @Test
    void aTimerOfWhichAsManyThreadsWaitAsBeforeIsNotWhyLessIsDone() {
        // one thread that sleeps all the time: 5 ms of each of 200 units, 10 ms of each of 100
        assertThat(text(times(100, true, Map.of(TimePart.TIMER, 10.0)), times(200, true, Map.of(TimePart.TIMER, 5.0))))
                .contains("nothing has grown noticeably").endsWith("timers.");
        assertThat(text(times(100, true, Map.of(TimePart.TIMER, 20.0)), times(200, true, Map.of(TimePart.TIMER, 5.0))))
                .contains("what has grown most in evict for each unit of work is waiting for timers (20.0 ms");
    }

    @Test
    void recordingsThatDidNotFallThemselvesShowNothing() {
        assertThat(text(times(191, true, Map.of(TimePart.LOCK, 20.0)), times(200, true, Map.of())))
                .isEqualTo(
                        "With 16 clients, the recordings of evict do not show the fall: it did 191 per second while it was recorded, and 200"
                                + " at its peak with 4 clients.");
        assertThat(text(times(189, true, Map.of(TimePart.LOCK, 20.0)), times(200, true, Map.of()))).contains("waiting for locks");
    }

    @Test
    void whereLocksWereNotRecordedNothingIsSaidOfThemButThatItIsSo() {
        for (boolean there : new boolean[] {true, false}) {
            String text = text(times(100, !there, Map.of(TimePart.LOCK, 20.0, TimePart.RUNNING, 10.0)),
                    times(200, there, Map.of(TimePart.RUNNING, 4.0)));
            assertThat(text).contains("is running (10.0 ms").doesNotContain("for locks (")
                    .endsWith(
                            "Nothing was recorded of locks: waits for them are among those for other threads. The recording profile locks tells"
                                    + " them apart.");
        }
    }
}
