/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

import org.eclipse.swt.graphics.Rectangle;
import org.junit.jupiter.api.Test;

import org.bowline.tracecompass.core.provider.StateStyle;

/** Columns of shares. */
final class ShareColumnsTest {
    private static final Rectangle BOUNDS = new Rectangle(100, 50, 40, 16);
    private static final int GROUND = 1;

    private record Filled(int style, int x, int y, int width, int height) {}

    private static List<Filled> drawn(int[] x, double[][] shares) {
        List<Filled> drawn = new ArrayList<>();
        new ShareColumns(BOUNDS, GROUND, (style, left, top, width, height) -> drawn.add(new Filled(style, left, top, width, height))).draw(
                x,
                (pixel, into) -> System.arraycopy(shares[pixel], 0, into, 0, into.length));
        return drawn;
    }

    private static double[] shares(double first, double second, double third) {
        double[] shares = new double[StateStyle.STATES];
        shares[0] = first;
        shares[1] = second;
        shares[2] = third;
        return shares;
    }

    @Test
    void statesStandAboveEachOtherAndTheOneOfMostOfTheTimeIsLeftAsItIs() {
        assertThat(drawn(new int[] {100, 101}, new double[][] {shares(0.25, 0.5, 0.25)})).containsExactly(new Filled(0, 100, 62, 1, 4),
                new Filled(2, 100, 50, 1, 4));
    }

    @Test
    void neighboursOfEqualHeightsAreOneRectangleAndWhatIsNotSeenIsNotDrawn() {
        double[] even = shares(0.5, 0.5, 0);
        double[] other = shares(0.25, 0.75, 0);
        assertThat(drawn(new int[] {100, 101, 102, 104, 104, 105}, new double[][] {even, even, even, other, even}))
                .containsExactly(new Filled(0, 100, 58, 5, 8));
        assertThat(drawn(new int[] {100, 101, 103}, new double[][] {even, other})).containsExactly(new Filled(0, 100, 58, 1, 8),
                new Filled(0, 101, 62, 2, 4));
    }

    @Test
    void sharesThatAddUpToALittleMoreThanAllStayWithinTheRow() {
        assertThat(drawn(new int[] {100, 110}, new double[][] {shares(0.7, 0, 0.3000001)})).containsExactly(new Filled(0, 100, 55, 10, 11),
                new Filled(2, 100, 50, 10, 5));
    }

    @Test
    void everyPixelHasTheStateThatItsOwnColumnSays() {
        Random random = new Random(7);
        for (int round = 0; round < 300; round++) {
            int pixels = 1 + random.nextInt(30);
            int[] x = random.ints(pixels + 1, BOUNDS.x, BOUNDS.x + BOUNDS.width + 1).sorted().toArray();
            double[][] shares = new double[pixels][];
            for (int pixel = 0; pixel < pixels; pixel++) {
                double[] of = new double[StateStyle.STATES];
                for (int part = 0; part < 4; part++) {
                    of[random.nextInt(of.length)] += random.nextInt(3);
                }
                double sum = Arrays.stream(of).sum();
                shares[pixel] = sum == 0 ? shares(1, 0, 0) : Arrays.stream(of).map(share -> share / sum).toArray();
            }
            int[][] picture = new int[BOUNDS.width][BOUNDS.height];
            Arrays.stream(picture).forEach(column -> Arrays.fill(column, GROUND));
            for (Filled each : drawn(x, shares)) {
                for (int column = each.x; column < each.x + each.width; column++) {
                    Arrays.fill(picture[column - BOUNDS.x], each.y - BOUNDS.y, each.y - BOUNDS.y + each.height, each.style);
                }
            }
            for (int pixel = 0; pixel < pixels; pixel++) {
                for (int column = x[pixel]; column < x[pixel + 1]; column++) {
                    assertThat(picture[column - BOUNDS.x]).isEqualTo(column(shares[pixel]));
                }
            }
        }
    }

    /** From above: of which style each pixel of a column is. */
    private static int[] column(double[] shares) {
        int[] column = new int[BOUNDS.height];
        Arrays.fill(column, GROUND);
        double sum = 0;
        for (int style = 0; style < shares.length; style++) {
            int low = (int) Math.round(sum * BOUNDS.height);
            sum += shares[style];
            int high = (int) Math.round(Math.min(1, sum) * BOUNDS.height);
            Arrays.fill(column, BOUNDS.height - high, BOUNDS.height - low, style);
        }
        return column;
    }
}
