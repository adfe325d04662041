/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.waitfor;

import java.math.BigInteger;

import it.unimi.dsi.fastutil.ints.IntArrays;

/** Shares a time out in proportion to whole numbers, without a remainder: what is left by rounding down goes, 1 ns each, to the largest remainders, and of equal ones to the first. */
final class Shares {
    private Shares() {}

    /**
     * The shares, in the order of the parts; they add up to the time.
     *
     * @param nanos not negative
     * @param parts not negative; not all 0
     */
    static long[] of(long nanos, long[] parts) {
        BigInteger total = BigInteger.ZERO;
        for (long part : parts) {
            total = total.add(BigInteger.valueOf(part));
        }
        long[] shares = new long[parts.length];
        BigInteger[] remainders = new BigInteger[parts.length];
        long left = nanos;
        int[] order = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            BigInteger[] divided = BigInteger.valueOf(nanos).multiply(BigInteger.valueOf(parts[i])).divideAndRemainder(total);
            shares[i] = divided[0].longValueExact();
            remainders[i] = divided[1];
            left -= shares[i];
            order[i] = i;
        }
        IntArrays.quickSort(order, (a, b) -> {
            int byRemainder = remainders[b].compareTo(remainders[a]);
            return byRemainder != 0 ? byRemainder : Integer.compare(a, b);
        });
        for (int i = 0; i < left; i++) {
            shares[order[i]]++;
        }
        return shares;
    }
}
