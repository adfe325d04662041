/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.finding.rules.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.finding.rules.server.HandedOnTest.How;

/** The figures of two workers to which an event loop hands on. */
class BusyPoolTest {
    private static List<BusyPool> pools(int connections, How how) {
        return Analysis.of(HandedOnTest.loop(connections, 40, how).builder.build()).build().get(BusyPool.RESULT);
    }

    @ParameterizedTest
    @CsvSource({"HANDS_ON,0,true", "LINGERS,0.01,true", "IDLE,0.45,false", "WOKEN,0.01,false", "FREE,0,false"})
    void itIsSaturatedWhereWorkersNeitherIdleNorAreWokenAndNobodyIsFree(How how, double idle, boolean saturated) {
        assertThat(pools(6, how)).singleElement().satisfies(pool -> {
            assertThat(pool.idle()).isCloseTo(idle, within(0.02));
            assertThat(pool.isSaturated()).isEqualTo(saturated);
        });
    }

    @Test
    void whatIsOpenBesideOneForEachWorkerWaits() {
        assertThat(pools(6, How.HANDS_ON)).singleElement().satisfies(pool -> {
            assertThat(pool.workers().size()).isEqualTo(2);
            assertThat(pool.open()).isCloseTo(5.8, within(0.05));
            assertThat(pool.queueOfEach()).isCloseTo(1.9, within(0.05));
            assertThat(pool.lastNanos()).isGreaterThan(pool.firstNanos());
        });
    }

    @Test
    void asManyAsThereAreWorkersWaitForNobody() {
        assertThat(pools(2, How.HANDS_ON)).singleElement().satisfies(pool -> {
            assertThat(pool.queueOfEach()).isNotPositive();
            assertThat(pool.isSaturated()).isFalse();
        });
    }
}
