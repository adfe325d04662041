/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;

import org.bowline.ctf.metadata.RangeSet;

/** The values that select an option or a variant: 64-bit comparison, signed and unsigned, agrees with unlimited arithmetic. */
final class RangeSetFuzz {
    @FuzzTest
    void containsIsWhatUnlimitedArithmeticSays(FuzzedDataProvider data) {
        boolean signed = data.consumeBoolean();
        long value = data.consumeLong();
        List<RangeSet.Range> ranges = new ArrayList<>();
        while (data.remainingBytes() >= 2 * Long.BYTES) {
            ranges.add(new RangeSet.Range(data.consumeLong(), data.consumeLong()));
        }
        boolean expected = ranges.stream().anyMatch(range -> number(range.low(), signed).compareTo(number(value, signed)) <= 0
                && number(value, signed).compareTo(number(range.high(), signed)) <= 0);
        assertThat(new RangeSet(signed, ranges).contains(value)).isEqualTo(expected);
    }

    private static BigInteger number(long value, boolean signed) {
        return signed ? BigInteger.valueOf(value) : new BigInteger(Long.toUnsignedString(value));
    }
}
