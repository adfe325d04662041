/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;

import org.bowline.core.model.Caveat;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.ToldFiles;
import org.bowline.core.sync.ClockEvidence;
import org.bowline.core.sync.Matches;
import org.bowline.core.sync.SyncCaveat;
import org.bowline.core.sync.SyncQuality;
import org.bowline.core.sync.SyncResult;
import org.bowline.core.time.ClockMap;
import org.bowline.core.time.ClockTransform;
import org.bowline.core.time.HostClock;
import org.bowline.core.time.PiecewiseTransform;
import org.bowline.core.time.Rational;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.AnalysisResult;

/** Results with something in every field. */
final class RandomResults {
    private RandomResults() {}

    static AnalysisResult of(Timeline timeline, long seed) {
        Random random = new Random(seed);
        int hosts = timeline.hostCount();
        List<HostClock> clocks = new ArrayList<>();
        List<SyncResult.Host> names = new ArrayList<>();
        List<ClockEvidence> evidence = new ArrayList<>();
        for (int host = 0; host < hosts; host++) {
            boolean bounded = random.nextBoolean();
            List<PiecewiseTransform> low = bounded ? List.of(transform(random), transform(random)) : null;
            clocks.add(new HostClock(transform(random), low, bounded ? List.of(transform(random), transform(random)) : null,
                    random.nextLong(), random.nextLong()));
            SyncResult.Piece piece = new SyncResult.Piece(random.nextLong(), new BigDecimal("1.23456789e-3").multiply(decimal(random)),
                    decimal(random), random.nextLong(), 1, 2, 3, 4);
            names.add(new SyncResult.Host("h" + host, SyncQuality.values()[random.nextInt(5)], random.nextInt(hosts + 1) - 1,
                    List.of(piece, piece), random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong(),
                    bounded ? new SyncResult.Packets(random.nextLong(), random.nextLong(), random.nextLong(), random.nextLong()) : null));
            evidence.add(new ClockEvidence(host, random.nextInt(hosts), random.nextLong(),
                    List.of(new ClockEvidence.Point(1, random.nextLong(), true, -1), new ClockEvidence.Point(2, 3, false, 7)),
                    List.of(new ClockEvidence.Edge(random.nextBoolean(), 1, 2, 3, 4, 5)),
                    List.of(new ClockEvidence.BandPoint(1, ClockEvidence.UNKNOWN, 3, 4))));
        }
        List<SyncCaveat> syncCaveats = List.of(new SyncCaveat(SyncCaveat.Kind.OUTLIERS, -1, 3, Long.MIN_VALUE, Long.MAX_VALUE, "text"));
        SyncResult sync = new SyncResult(random.nextInt(hosts), names, ClockMap.of(clocks), syncCaveats,
                new SyncResult.Coarse(random.nextBoolean(), true, 1, List.of(5L, random.nextLong()), 2, 3, random.nextBoolean()),
                random.nextLong(), 9, Matches.none(hosts), evidence);
        List<Caveat> caveats = List.of(Caveat.of(Caveat.Severity.INFO, "h0", "kind", 1, "ein Satz über √2"),
                new Caveat(Caveat.Severity.ERROR, "", "other", -1, 5, 6, ""));
        ToldFiles files = ToldFiles.of(List.of(
                new ToldFiles.Stay(random.nextInt(hosts), 7, new Module("/usr/bin/server", 1L << 40, 1 << 20, random.nextBoolean(), "12ab"),
                        Long.MIN_VALUE, random.nextLong()),
                new ToldFiles.Stay(random.nextInt(hosts), 8, new Module("/lib/\u00fc.so", random.nextLong(), 1, true, ""), 5,
                        Long.MAX_VALUE)));
        return new AnalysisResult(timeline, sync, caveats, LongStream.range(0, hosts).toArray(),
                LongStream.range(0, hosts).map(i -> 10 * i).toArray(), files);
    }

    private static BigDecimal decimal(Random random) {
        return BigDecimal.valueOf(random.nextLong(), random.nextInt(60) - 20);
    }

    /** One to three lines that rise, with odd fractions. */
    private static PiecewiseTransform transform(Random random) {
        if (random.nextInt(4) == 0) {
            return PiecewiseTransform.IDENTITY;
        }
        List<ClockTransform> lines = new ArrayList<>();
        long[] breaks = LongStream.range(1, 1 + random.nextInt(3)).map(i -> i * 1_000_000_000L).toArray();
        Rational base = new Rational(java.math.BigInteger.valueOf(random.nextInt()), java.math.BigInteger.valueOf(7));
        long at = 0;
        for (int i = 0; i <= breaks.length; i++) {
            Rational slope = Rational.of(999_000_000L + random.nextInt(2_000_000), 1_000_000_007L);
            ClockTransform line = ClockTransform.of(slope, at, base);
            lines.add(line);
            if (i < breaks.length) {
                base = line.exact(Rational.of(breaks[i]));
                at = breaks[i];
            }
        }
        return PiecewiseTransform.of(breaks, lines);
    }
}
