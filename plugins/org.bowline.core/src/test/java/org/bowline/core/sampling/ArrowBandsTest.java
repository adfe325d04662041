/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sampling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import org.bowline.core.testing.Seeds;

class ArrowBandsTest {
    private static final int ALL = 1_000_000;

    private record Arrow(int from, int to, int kind, long begin, long end, long weight) {}

    private static ArrowBands bands(List<Arrow> arrows, long from, long to, int cells, int limit) {
        ArrowBands.Builder builder = new ArrowBands.Builder(from, to, cells, 5);
        arrows.forEach(one -> builder.add(one.from, one.to, one.kind, one.begin, one.end, one.weight));
        return builder.build(limit);
    }

    private static String rows(int from, int to, int kind) {
        return from + ">" + to + ':' + kind;
    }

    @Test
    void everyArrowIsInExactlyOneBandOfItsRows() {
        for (int i = 0; i < 300; i++) {
            long seed = Seeds.of(i);
            Random random = new Random(seed);
            int cells = 1 + random.nextInt(40);
            List<Arrow> arrows = new ArrayList<>();
            for (int n = random.nextInt(400); n > 0; n--) {
                long begin = random.nextInt(100_000);
                arrows.add(new Arrow(random.nextInt(5), random.nextInt(5), random.nextInt(3), begin, begin + random.nextInt(50), 1));
            }
            ArrowBands bands = bands(arrows, 0, 100_000, cells, ALL);
            assertThat(bands.isTruncated()).isFalse();
            long sum = 0;
            Map<String, List<long[]>> extents = new HashMap<>();
            for (int b = 0; b < bands.count(); b++) {
                int from = bands.fromThread(b);
                int to = bands.toThread(b);
                int kind = bands.kind(b);
                long first = bands.fromNanos(b);
                long last = bands.lastNanos(b);
                List<Arrow> within = arrows.stream().filter(one -> one.from == from && one.to == to && one.kind == kind
                        && one.begin >= first && one.begin <= last).toList();
                assertThat(bands.arrows(b)).as(Seeds.name(seed)).isEqualTo(within.size());
                assertThat(within.stream().mapToLong(Arrow::begin).min()).as(Seeds.name(seed)).hasValue(first);
                assertThat(within.stream().mapToLong(Arrow::begin).max()).as(Seeds.name(seed)).hasValue(last);
                if (bands.density(b) == 0) {
                    assertThat(within).as(Seeds.name(seed)).singleElement().extracting(Arrow::end).isEqualTo(bands.toNanos(b));
                }
                sum += bands.arrows(b);
                extents.computeIfAbsent(rows(from, to, kind), key -> new ArrayList<>()).add(new long[] {first, last});
            }
            assertThat(sum).as(Seeds.name(seed)).isEqualTo(arrows.size());
            for (List<long[]> of : extents.values()) {
                of.sort(Comparator.comparingLong(one -> one[0]));
                for (int n = 1; n < of.size(); n++) {
                    assertThat(of.get(n)[0]).as("bands of the same rows do not overlap, " + Seeds.name(seed))
                            .isGreaterThan(of.get(n - 1)[1]);
                }
            }
        }
    }

    @Test
    void arrowsThatCanBeToldApartStayAsTheyAre() {
        List<Arrow> apart = IntStream.range(0, 10).mapToObj(n -> new Arrow(0, 1, 0, 100L * n, 100L * n + 7, 1)).toList();
        ArrowBands bands = bands(apart, 0, 1000, 10, ALL);
        assertThat(bands.count()).isEqualTo(10);
        for (int b = 0; b < 10; b++) {
            assertThat(bands.density(b)).isZero();
            assertThat(bands.fromNanos(b)).isEqualTo(100L * b);
            assertThat(bands.toNanos(b)).isEqualTo(100L * b + 7);
        }
    }

    @Test
    void neighbouringCellsOfOneDensityAreOneBand() {
        List<Arrow> arrows = new ArrayList<>();
        for (int cell = 0; cell < 10; cell++) {
            for (int n = 0; n < (cell < 6 ? 4 : 40); n++) {
                arrows.add(new Arrow(0, 1, 0, 100 * cell + n, 100 * cell + n, 1));
            }
        }
        ArrowBands bands = bands(arrows, 0, 1000, 10, ALL);
        assertThat(bands.count()).isEqualTo(2);
        assertThat(bands.density(0)).isEqualTo(1);
        assertThat(bands.arrows(0)).isEqualTo(24);
        assertThat(bands.fromNanos(0)).isZero();
        assertThat(bands.lastNanos(0)).isEqualTo(503);
        assertThat(bands.density(1)).isEqualTo(ArrowBands.DENSITIES - 1);
        assertThat(bands.arrows(1)).isEqualTo(160);
    }

    @Test
    void ofTooManyTheHeaviestStay() {
        List<Arrow> apart = IntStream.range(0, 10).mapToObj(n -> new Arrow(0, 1, 0, 100L * n, 100L * n, n == 3 || n == 8 ? 50 : 1))
                .toList();
        ArrowBands bands = bands(apart, 0, 1000, 10, 2);
        assertThat(bands.isTruncated()).isTrue();
        assertThat(IntStream.range(0, 2).mapToLong(bands::fromNanos)).containsExactly(300L, 800L);
    }
}
