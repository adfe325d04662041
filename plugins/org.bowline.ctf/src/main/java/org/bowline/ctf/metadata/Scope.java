/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** The places an event's fields live in, in the order in which they are recorded. */
public enum Scope {
    /** Before every packet. */
    PACKET_HEADER,
    /** Of the packet: times, sizes, counters, cpu_id. */
    PACKET_CONTEXT,
    /** Of the event: id and time. */
    EVENT_HEADER,
    /** Context common to all events of a stream class. */
    COMMON_CONTEXT,
    /** Context of one event class. */
    SPECIFIC_CONTEXT,
    /** The event's own fields. */
    PAYLOAD
}
