/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.time;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

import org.jspecify.annotations.Nullable;

/**
 * An exact fraction in lowest terms, with a positive denominator. For building clocks, not for hot paths.
 *
 * @param numerator carries the sign
 * @param denominator at least 1
 */
public record Rational(BigInteger numerator, BigInteger denominator) implements Comparable<Rational>, Serializable {
    /** 0. */
    public static final Rational ZERO = new Rational(BigInteger.ZERO, BigInteger.ONE);
    /** 1. */
    public static final Rational ONE = new Rational(BigInteger.ONE, BigInteger.ONE);

    /** Brings the fraction into lowest terms; throws {@link ArithmeticException} if the denominator is 0. */
    public Rational {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("fraction with denominator 0");
        }
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() < 0) {
            divisor = divisor.negate();
        }
        if (!divisor.equals(BigInteger.ONE)) {
            numerator = numerator.divide(divisor);
            denominator = denominator.divide(divisor);
        }
    }

    /** A whole number. */
    public static Rational of(long value) {
        return new Rational(BigInteger.valueOf(value), BigInteger.ONE);
    }

    /** A fraction. */
    public static Rational of(long numerator, long denominator) {
        return new Rational(BigInteger.valueOf(numerator), BigInteger.valueOf(denominator));
    }

    /** A decimal number, exactly. */
    public static Rational of(BigDecimal value) {
        return value.scale() <= 0 ? new Rational(value.toBigIntegerExact(), BigInteger.ONE)
                : new Rational(value.unscaledValue(), BigInteger.TEN.pow(value.scale()));
    }

    /** Sum. */
    public Rational plus(Rational other) {
        return new Rational(numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    /** Difference. */
    public Rational minus(Rational other) {
        return plus(other.negate());
    }

    /** Product. */
    public Rational times(Rational other) {
        return new Rational(numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    /** Quotient; throws {@link ArithmeticException} if the other is 0. */
    public Rational over(Rational other) {
        return new Rational(numerator.multiply(other.denominator), denominator.multiply(other.numerator));
    }

    /** The number with the other sign. */
    public Rational negate() {
        return new Rational(numerator.negate(), denominator);
    }

    /** Half of the number. */
    public Rational half() {
        return new Rational(numerator, denominator.shiftLeft(1));
    }

    /** −1, 0 or 1. */
    public int signum() {
        return numerator.signum();
    }

    /** The greatest whole number that is not above. */
    public BigInteger floor() {
        BigInteger[] parts = numerator.divideAndRemainder(denominator);
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }

    /** The least whole number that is not below. */
    public BigInteger ceil() {
        return negate().floor().negate();
    }

    /** The nearest whole number; halves go up, so that rounding is monotone. */
    public BigInteger round() {
        return plus(new Rational(BigInteger.ONE, BigInteger.TWO)).floor();
    }

    /** The number with 40 significant digits. */
    public BigDecimal toBigDecimal() {
        return new BigDecimal(numerator).divide(new BigDecimal(denominator), new MathContext(40, RoundingMode.HALF_EVEN));
    }

    @Override
    public int compareTo(Rational other) {
        return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
    }

    /** The greater of two. */
    public Rational max(Rational other) {
        return compareTo(other) >= 0 ? this : other;
    }

    /** The lesser of two. */
    public Rational min(Rational other) {
        return compareTo(other) <= 0 ? this : other;
    }

    /** Written out, as those that a record gets are linked at run time, which takes longer than a small analysis compares. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Rational rational && numerator.equals(rational.numerator) && denominator.equals(rational.denominator);
    }

    @Override
    public int hashCode() {
        return 31 * numerator.hashCode() + denominator.hashCode();
    }

    @Override
    public String toString() {
        return numerator + "/" + denominator;
    }
}
