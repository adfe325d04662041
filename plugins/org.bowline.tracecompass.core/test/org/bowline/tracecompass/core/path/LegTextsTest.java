/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.path;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.Map;

import org.junit.jupiter.api.Test;

import org.bowline.core.criticalpath.CriticalPath;
import org.bowline.core.criticalpath.LegKind;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.ThreeTier;

/** What there is to say about the legs of a critical path: that of a client whose requests go over the network to a disk. */
final class LegTextsTest {
    private final Timeline timeline = ThreeTier.result().timeline();
    private final PathModel model = PathModel.of(ThreeTier.result(),
            new PathQuery(ThreeTier.thread("w1-client"), timeline.startNanos(), timeline.endNanos()), Progress.NONE);
    private final CriticalPath path = model.path();

    /** A leg of each kind that there is. */
    private Map<LegKind, Integer> legs() {
        Map<LegKind, Integer> legs = new EnumMap<>(LegKind.class);
        for (int leg = 0; leg < path.size(); leg++) {
            legs.putIfAbsent(path.kind(leg), leg);
        }
        return legs;
    }

    @Test
    void aLegOverTheNetworkIsToldWithItsSenderAndTheErrorOfTheClocks() {
        for (int leg = 0; leg < path.size(); leg++) {
            Map<String, String> tip = LegTexts.tooltip(model, leg);
            int sender = path.target(leg);
            boolean between = path.kind(leg) == LegKind.NETWORK_TRANSIT && sender >= 0
                    && timeline.host(sender) != timeline.host(path.thread(leg));
            assertThat(tip.containsKey(Messages.tipClockError)).as("leg %d", leg).isEqualTo(between);
            assertThat(tip.containsKey(Messages.tipFrom)).isEqualTo(path.kind(leg) == LegKind.NETWORK_TRANSIT && sender != Timeline.NONE);
            assertThat(tip).as("it covers what is below it").hasSizeBetween(1, 4);
        }
    }

    @Test
    void eachKindHasANameOfItsOwn() {
        Map<LegKind, Integer> legs = legs();
        assertThat(legs).containsKeys(LegKind.OWN, LegKind.NETWORK_TRANSIT, LegKind.DISK_SERVICE);
        assertThat(legs.values().stream().map(leg -> LegTexts.name(path, leg))).doesNotHaveDuplicates();
        assertThat(LegTexts.name(path, legs.get(LegKind.NETWORK_TRANSIT))).isEqualTo(Messages.transit);
        assertThat(LegTexts.name(path, legs.get(LegKind.DISK_SERVICE))).isEqualTo(Messages.diskService);
    }

    @Test
    void aLegIsToldWithItsPartOfThePath() {
        int longest = 0;
        for (int leg = 1; leg < path.size(); leg++) {
            longest = path.nanos(leg) > path.nanos(longest) ? leg : longest;
        }
        assertThat(LegTexts.tooltip(model, longest).get(Messages.tipState)).startsWith(LegTexts.name(path, longest) + ", ")
                .contains(Shares.percent(path.nanos(longest), model.totals().nanos()));
    }

    @Test
    void whatIsDoubtfulSaysWhy() {
        for (int leg = 0; leg < path.size(); leg++) {
            assertThat(LegTexts.tooltip(model, leg).containsKey(Messages.tipDoubt)).isEqualTo(model.isDoubtful(leg));
        }
    }
}
