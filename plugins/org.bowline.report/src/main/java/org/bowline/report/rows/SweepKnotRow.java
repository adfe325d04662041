/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.rows;

/**
 * A knot of a build at one number of clients, as its recordings tell.
 *
 * @param load the sort of load; empty if there is but one
 * @param build what ran
 * @param clients how many asked at once
 * @param members as {@code HOST:NAME}, with commas between
 * @param perSecond weight of its edges per second of the recordings, s
 * @param recordings in so many of the level's recordings
 */
public record SweepKnotRow(String load, String build, long clients, String members, double perSecond, long recordings) {}
