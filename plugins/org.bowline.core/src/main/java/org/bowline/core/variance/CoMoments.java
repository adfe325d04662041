/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.variance;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.ByteBuffer;

/**
 * Variances and covariances of some variables with {@code long} values, in one pass and exact: the sums of values and products are integers
 * of 192 bits, which hold 2^63 products of any two longs.
 *
 * <p>Running means and co-moments in floating point (B. P. Welford, Technometrics 4(3), 1962; T. F. Chan, G. H. Golub, R. J. LeVeque,
 * Technical Report 222, Yale, 1979) need a division per value, and their last bits depend on the order. Integers need neither; the
 * cancellation that those formulas avoid does not happen in exact arithmetic.
 */
final class CoMoments {
    private static final int WORDS = 3;
    /** Enough that the nearest double is not missed, but for one in 10^23. */
    private static final MathContext DIGITS = new MathContext(40);

    private final int variables;
    private long count;
    /** Low, middle and high word of each variable's sum. */
    private final long[] sums;
    /** The same of each product: pairs (0,0), (1,0), (1,1), (2,0) … */
    private final long[] products;
    /** Which variables are not 0 in what is added: of many functions, an interval calls few. */
    private final int[] present;

    CoMoments(int variables) {
        this.variables = variables;
        sums = new long[WORDS * variables];
        long words = WORDS * ((long) variables * (variables + 1) / 2);
        if (words > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("too many callees of one function for their covariances: callees=" + (variables - 1)
                    + "; leave out those that take little time, they count as its body");
        }
        products = new long[(int) words];
        present = new int[variables];
    }

    /** Adds one value of each variable. O(variables + square of how many of them are not 0). */
    void add(long[] values) {
        count = Math.addExact(count, 1);
        int others = 0;
        for (int i = 0; i < variables; i++) {
            long x = values[i];
            if (x == 0) { // a function that was not called
                continue;
            }
            present[others++] = i;
            add(sums, WORDS * i, x, x >> 63, x >> 63);
            int row = i * (i + 1) / 2;
            for (int other = 0; other < others; other++) {
                int j = present[other];
                long y = values[j];
                long high = Math.multiplyHigh(x, y);
                add(products, WORDS * (row + j), x * y, high, high >> 63);
            }
        }
    }

    /** Adds 0 for each variable. */
    void addZeros() {
        count = Math.addExact(count, 1);
    }

    /** Adds all that was added to the other, which has the same variables. */
    void merge(CoMoments other) {
        count = Math.addExact(count, other.count);
        merge(sums, other.sums);
        merge(products, other.products);
    }

    private static void merge(long[] words, long[] others) {
        for (int at = 0; at < words.length; at += WORDS) {
            add(words, at, others[at], others[at + 1], others[at + 2]);
        }
    }

    private static void add(long[] words, int at, long low, long middle, long high) {
        long newLow = words[at] + low;
        long carry = Long.compareUnsigned(newLow, low) < 0 ? 1 : 0;
        long withoutCarry = words[at + 1] + middle;
        long newMiddle = withoutCarry + carry;
        // at most one of the two additions wraps
        long carryHigh = Long.compareUnsigned(withoutCarry, middle) < 0 || Long.compareUnsigned(newMiddle, carry) < 0 ? 1 : 0;
        words[at] = newLow;
        words[at + 1] = newMiddle;
        words[at + 2] += high + carryHigh;
    }

    long count() {
        return count;
    }

    BigInteger sum(int variable) {
        return integer(sums, WORDS * variable);
    }

    /** The covariance of two variables, or the variance of one, times the square of the number of values. */
    BigInteger scaledCovariance(int i, int j) {
        int larger = Math.max(i, j);
        int smaller = Math.min(i, j);
        int at = WORDS * (larger * (larger + 1) / 2 + smaller);
        return BigInteger.valueOf(count).multiply(integer(products, at)).subtract(sum(i).multiply(sum(j)));
    }

    private static BigInteger integer(long[] words, int at) {
        return new BigInteger(
                ByteBuffer.allocate(WORDS * Long.BYTES).putLong(words[at + 2]).putLong(words[at + 1]).putLong(words[at]).array());
    }

    /** The double next to a quotient. Never decreases where the quotient increases. */
    static double quotient(BigInteger numerator, BigInteger denominator) {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), DIGITS).doubleValue();
    }
}
