/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * What would be won at most if something were cheaper.
 *
 * @param kind edge, device, running or together
 * @param source who waits, of an edge; who works, if the work of one thread gets cheaper; else no vertex
 * @param target who or what is waited for, if it is one
 * @param what in words, as it was asked for or as it is called
 * @param newWork why it is a wait for new work, so that nothing is won by making it shorter; empty if it is not known to be one
 * @param nanos for how long it happens and may hold somebody up
 * @param boundNanos what would be won at most
 * @param rangeNanos the range
 */
public record WhatIfRow(String kind, Vertex source, Vertex target, String what, String newWork, long nanos, long boundNanos,
        long rangeNanos) {
    /** Whether it is a wait for new work. */
    public boolean isNewWork() {
        return !newWork.isEmpty();
    }

    /** What would be won at most, as a share of the range. */
    public double share() {
        return (double) boundNanos / rangeNanos;
    }

    /** By what throughput would grow at most: 2 is twice as much; infinite if nothing of the range were left. */
    public double factor() {
        return (double) rangeNanos / (rangeNanos - boundNanos);
    }
}
