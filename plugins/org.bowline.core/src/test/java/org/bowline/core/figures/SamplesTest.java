/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.figures;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

/** Values some of which were not added, as they are 0. */
class SamplesTest {
    @Test
    void missingValuesCountAsZeros() {
        for (int i = 0; i < 500; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            long[] all = new long[1 + random.nextInt(50)];
            Samples samples = new Samples();
            for (int k = random.nextInt(all.length + 1); k < all.length; k++) {
                all[k] = random.nextInt(1000);
                samples.add(all[k]);
            }
            Arrays.sort(all);
            int percent = random.nextInt(101);
            assertThat(samples.percentile(all.length, percent)).as(Seeds.name(seed)).isEqualTo(Quantile.of(all, percent));
            assertThat(samples.mean(all.length)).as(Seeds.name(seed)).isEqualTo(Math.round(Arrays.stream(all).average().orElse(0)));
        }
    }

    @Test
    void medianMeanAndPercentileFollowTheirDefinitions() {
        Samples samples = new Samples();
        for (long value : new long[] {9, 1, 4}) {
            samples.add(value);
        }
        assertThat(samples.median()).isEqualTo(4);
        assertThat(samples.percentile(4, 50)).isEqualTo(3); // 0 1 4 9
        assertThat(samples.percentile(7, 50)).isZero();
        assertThat(samples.mean(3)).isEqualTo(5);
        assertThat(samples.mean(4)).isEqualTo(4); // 3.5
        assertThat(samples.mean(0)).isZero();
        assertThat(samples.percentile(3, 95)).isEqualTo(9);
    }
}
