/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

/**
 * Which pairs of events make named intervals.
 *
 * @param beginEvent name of the event that begins one
 * @param endEvent name of the event that ends one
 * @param keyField field whose value pairs them (payload first, then contexts); empty: by thread
 * @param labelField field whose value names the sort of interval; empty: the begin event's name
 */
public record IntervalSpec(String beginEvent, String endEvent, String keyField, String labelField) {
    /** Checks the events' names. */
    public IntervalSpec {
        if (beginEvent.isEmpty() || endEvent.isEmpty()) {
            throw new IllegalArgumentException("an interval needs a begin and an end event");
        }
    }
}
