/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.sync;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;

class BestLineTest {
    private static final long SEED = Long.getLong("bowline.seed", 20261122L);
    private static final long EPOCH = 1_795_198_437_000_000_000L;
    private static final long SECOND = 1_000_000_000L;
    private static final int LIMIT_PPM = 500;

    /** Two clocks of which all is known. */
    private static final class World {
        final Random random;
        final long offset;
        final double drift;
        final long length;
        final PairMessages messages = new PairMessages();

        World(long seed) {
            random = new Random(seed);
            offset = random.nextLong() % (100 * SECOND);
            drift = (random.nextDouble() - 0.5) * 600e-6;
            length = (1 + random.nextInt(20)) * SECOND;
        }

        long second(long first) {
            return EPOCH + offset + (first - EPOCH) + Math.round((first - EPOCH) * drift);
        }

        void send(boolean fromFirst, long at, long delay) {
            if (fromFirst) {
                messages.add(true, at, second(at + delay));
            } else {
                messages.add(false, at + delay, second(at));
            }
        }

        /** Requests and responses, in bursts; delays have a least value, and a long tail. */
        World talk(int count, long leastThere, long leastBack) {
            long at = EPOCH;
            for (int i = 0; i < count; i++) {
                send(true, at, delay(leastThere));
                send(false, at + 100_000 + random.nextInt(300_000), delay(leastBack));
                at += (long) (-Math.log(1 - random.nextDouble()) * length / count * (random.nextInt(10) == 0 ? 5 : 0.5));
            }
            return this;
        }

        private long delay(long least) {
            // few messages are as fast as the network: three stages, each with a queue
            double queued = -Math.log((1 - random.nextDouble()) * (1 - random.nextDouble()) * (1 - random.nextDouble()));
            return least + (long) (queued * least / 4 * (random.nextInt(4) == 0 ? 3 : 1));
        }

        PairRelation relate() {
            messages.sort();
            return PairRelation.of(messages, LIMIT_PPM, messages.x(0), messages.x(messages.size() - 1), () -> false);
        }

        long error(PiecewiseTransform line) {
            long worst = 0;
            for (int i = 0; i < messages.size(); i++) {
                worst = Math.max(worst, Math.abs(line.apply(messages.x(i)) - second(messages.x(i))));
            }
            return worst;
        }

        /** The line through the middle of what is possible, which promises least error. */
        ClockTransform central() {
            FeasibleLines lines = new FeasibleLines();
            for (int i = 0; i < messages.size(); i++) {
                lines.add(messages.isUpper(i), messages.x(i), messages.y(i));
            }
            long first = messages.x(0);
            return lines.bounds(LIMIT_PPM, first + (messages.x(messages.size() - 1) - first) / 2).central();
        }
    }

    @Test
    void theLineIsPossibleAndTheBoundCoversTheTruth() {
        for (int round = 0; round < 300; round++) {
            World world = new World(SEED + round);
            long least = 1L + world.random.nextInt(300_000);
            world.talk(1 + world.random.nextInt(200), least, round % 3 == 0 ? least : 1L + world.random.nextInt(300_000));
            PairRelation relation = world.relate();
            PiecewiseTransform line = Objects.requireNonNull(relation.estimate());
            String name = "seed " + (SEED + round);
            assertThat(line.pieces()).as(name).isEqualTo(1);
            for (int i = 0; i < world.messages.size(); i++) {
                long x = world.messages.x(i);
                int side = line.line(0).exact(Rational.of(x)).compareTo(Rational.of(world.messages.y(i)));
                assertThat(world.messages.isUpper(i) ? side : -side).as("%s, message %d", name, i).isLessThanOrEqualTo(0);
                long low = Objects.requireNonNull(relation.low()).apply(x);
                long high = Objects.requireNonNull(relation.high()).apply(x);
                // both are rounded
                assertThat(world.second(x)).as(name).isBetween(low - 1, high + 1);
                assertThat(line.apply(x)).as(name).isBetween(low - 1, high + 1);
            }
        }
    }

    @Test
    void itErrsLessThanTheMiddleOfWhatIsPossible() {
        double chosen = 0;
        double middle = 0;
        int better = 0;
        int rounds = 100;
        for (int round = 0; round < rounds; round++) {
            World world = new World(SEED + round).talk(300, 120_000, 120_000);
            long error = world.error(Objects.requireNonNull(world.relate().estimate()));
            long other = world.error(PiecewiseTransform.of(world.central()));
            chosen += error;
            middle += other;
            better += error < other ? 1 : 0;
        }
        assertThat(chosen).as("seed %d: sum of worst errors %s, of the middle %s", SEED, chosen, middle).isLessThan(0.8 * middle);
        assertThat(better).as("seed %d", SEED).isGreaterThan(rounds / 2);
    }

    @Test
    void aNetworkThatIsAlwaysAsFastGivesTheTruth() {
        World world = new World(SEED);
        for (int i = 0; i < 100; i++) {
            world.send(true, EPOCH + i * world.length / 100, 150_000);
            world.send(false, EPOCH + i * world.length / 100 + 1_000_000, 150_000);
        }
        assertThat(world.error(Objects.requireNonNull(world.relate().estimate()))).as("seed %d", SEED).isLessThan(100);
    }

    @Test
    void withFewMessagesOneWayItIsTheMiddleOfWhatIsPossible() {
        for (int round = 0; round < 20; round++) {
            World few = new World(SEED + round).talk(BestLine.LEAST_EACH_WAY - 1, 120_000, 120_000);
            assertThat(Objects.requireNonNull(few.relate().estimate()).line(0)).as("seed %d", SEED + round).isEqualTo(few.central());
            World enough = new World(SEED + round).talk(BestLine.LEAST_EACH_WAY, 120_000, 120_000);
            assertThat(Objects.requireNonNull(enough.relate().estimate()).line(0)).as("seed %d", SEED + round)
                    .isNotEqualTo(enough.central());
        }
    }

    @Test
    void messagesAtOneMomentLeaveTheRateToTheLimit() {
        World world = new World(SEED);
        for (int i = 0; i < 50; i++) {
            world.messages.add(true, EPOCH, world.second(EPOCH) + 100_000 + i);
            world.messages.add(false, EPOCH, world.second(EPOCH) - 100_000 - i);
        }
        PairRelation relation = world.relate();
        assertThat(relation.quality()).isEqualTo(SyncQuality.APPROXIMATE);
        PiecewiseTransform line = Objects.requireNonNull(relation.estimate());
        assertThat(line.apply(EPOCH)).isEqualTo(world.second(EPOCH));
        assertThat(line.line(0).exactSlope()).isEqualTo(Rational.ONE);
    }

    @Test
    void messagesOneWayGiveNoBound() {
        World world = new World(SEED);
        for (int i = 0; i < 50; i++) {
            world.send(true, EPOCH + i * SECOND / 100, 100_000 + i);
        }
        PairRelation relation = world.relate();
        assertThat(relation.quality()).isEqualTo(SyncQuality.INCOMPLETE);
        assertThat(relation.low()).isNull();
    }

    @Test
    void messagesThatTakeNoTimeLeaveOneLine() {
        World world = new World(SEED);
        for (int i = 0; i < 50; i++) {
            long at = EPOCH + i * SECOND / 50;
            world.messages.add(true, at, at + 7);
            world.messages.add(false, at, at + 7);
        }
        PiecewiseTransform line = Objects.requireNonNull(world.relate().estimate());
        assertThat(line.apply(EPOCH + SECOND)).isEqualTo(EPOCH + SECOND + 7);
    }

    @Test
    void theWidestLineIsThatOfAllPairsOfMessages() {
        for (int round = 0; round < 200; round++) {
            Random random = new Random(SEED + round);
            FeasibleLines lines = new FeasibleLines();
            List<long[]> points = new ArrayList<>();
            int count = 2 + random.nextInt(12);
            long x = 0;
            for (int i = 0; i < count; i++) {
                boolean upper = random.nextBoolean();
                x += random.nextInt(500);
                long y = x + (upper ? random.nextInt(300) : -random.nextInt(300));
                if (lines.add(upper, x, y)) {
                    points.add(new long[] {upper ? 1 : -1, x, y});
                }
            }
            if (!lines.isTwoSided()) {
                continue;
            }
            FeasibleLines.Bounds bounds = lines.bounds(LIMIT_PPM, x / 2);
            Rational best = margin(points, bounds.flattest()).max(margin(points, bounds.steepest()));
            for (long[] a : points) {
                for (long[] b : points) {
                    if (a[1] < b[1]) {
                        Rational slope = Rational.of(b[2] - a[2], b[1] - a[1]);
                        if (slope.compareTo(bounds.flattest()) >= 0 && slope.compareTo(bounds.steepest()) <= 0) {
                            best = best.max(margin(points, slope));
                        }
                    }
                }
            }
            FeasibleLines.Widest widest = lines.widest(bounds.flattest(), bounds.steepest());
            assertThat(widest.margin()).as("seed %d", SEED + round).isEqualTo(best);
            assertThat(margin(points, widest.line().exactSlope())).as("seed %d", SEED + round).isEqualTo(best);
            assertThat(lines.contains(widest.line())).as("seed %d", SEED + round).isTrue();
        }
    }

    /** Half of how far two parallel lines of a slope can be apart between the points. */
    private static Rational margin(List<long[]> points, Rational slope) {
        Rational high = null;
        Rational low = null;
        for (long[] point : points) {
            Rational at = Rational.of(point[2]).minus(slope.times(Rational.of(point[1])));
            if (point[0] > 0) {
                high = high == null ? at : high.min(at);
            } else {
                low = low == null ? at : low.max(at);
            }
        }
        return Objects.requireNonNull(high).minus(Objects.requireNonNull(low)).half();
    }

    @Test
    void aLineThatTouchesAPointIsContainedAndOneBeyondItIsNot() {
        FeasibleLines lines = new FeasibleLines();
        lines.add(true, 0, 10);
        lines.add(false, 5, 0);
        lines.add(true, 10, 20);
        assertThat(lines.contains(ClockTransform.of(Rational.ONE, 0, Rational.of(10)))).isTrue();
        assertThat(lines.contains(ClockTransform.of(Rational.ONE, 0, Rational.of(101, 10)))).isFalse();
        assertThat(lines.contains(ClockTransform.of(Rational.ONE, 0, Rational.of(-5)))).isTrue();
        assertThat(lines.contains(ClockTransform.of(Rational.ONE, 0, Rational.of(-51, 10)))).isFalse();
        // from 2.5 above the origin, of 20 more only 7.5 are possible
        assertThat(lines.share(0, 0, 2.5, 0, 22.5, 0)).isEqualTo(0.375);
        assertThat(lines.share(0, 0, 2.5, 0, 10, 0)).isEqualTo(1);
    }

    @Test
    void itCanBeCancelled() {
        World world = new World(SEED).talk(50, 120_000, 120_000);
        world.messages.sort();
        FeasibleLines lines = new FeasibleLines();
        for (int i = 0; i < world.messages.size(); i++) {
            lines.add(world.messages.isUpper(i), world.messages.x(i), world.messages.y(i));
        }
        FeasibleLines.Bounds bounds = lines.bounds(LIMIT_PPM, EPOCH);
        int[] asked = new int[1];
        assertThatThrownBy(() -> BestLine.of(world.messages, 0, world.messages.size(), new BitSet(), lines, bounds, LIMIT_PPM,
                () -> asked[0]++ >= 3)).isInstanceOf(CancelledException.class);
    }
}
