/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.math.BigDecimal;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

import org.bowline.core.figures.Percent;
import org.bowline.core.trace.OpenOptions;

/** How clocks are put together. */
final class SyncOptions {
    @Option(names = "--reference", paramLabel = "HOST",
            description = "The host whose clock is left as it is. Default: the one from which all others are reached with the least error.")
    @Nullable String reference;

    @Option(names = "--no-coarse",
            description = "Match packets without putting the hosts roughly on one clock first: the same result, more memory. "
                    + "For measurements.") boolean withoutCoarse;

    @Option(names = "--coarse-slope", paramLabel = "PERCENT", converter = PercentConverter.class,
            description = "Put the hosts roughly on one clock by more packets than one exchange both ways: until the steepest and the flattest slope that a pair's "
                    + "packets allow are less than so many percent apart. The same result, later. For measurements.") int coarseSlopePpm;

    /**
     * The options of an experiment with these.
     *
     * @throws Failure of usage if they contradict each other
     */
    OpenOptions on(OpenOptions options) {
        if (withoutCoarse && coarseSlopePpm > 0) {
            throw Failure.usage("--coarse-slope says when the coarse step ends, and --no-coarse that there is none; give one of them");
        }
        return options.withCoarseSlope(coarseSlopePpm);
    }

    /** For picocli. */
    static final class PercentConverter implements ITypeConverter<Integer> {
        private static final int PPM_DIGITS = 6;
        private static final int MOST_PPM = 1_000_000;

        @Override
        public Integer convert(String value) {
            long ppm = Percent.parse(value.endsWith("%") ? value : value + '%').filter(share -> share.compareTo(BigDecimal.ONE) < 0)
                    .map(share -> share.movePointRight(PPM_DIGITS).setScale(0, RoundingMode.HALF_UP).longValueExact()).orElse(0L);
            if (ppm > 0 && ppm < MOST_PPM) {
                return (int) ppm;
            }
            throw new TypeConversionException("'" + value + "' is not between 0.0001 and 99.9999 percent");
        }
    }
}
