/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** What a field means to the reader, whatever its name. In CTF 1.8 the reserved names give it. */
public enum Role {
    /** Must be 0xC1FC1FC1. */
    PACKET_MAGIC,
    /** Must be the metadata's UUID. */
    METADATA_UUID,
    /** Which stream class the packet belongs to. */
    STREAM_CLASS_ID,
    /** Which stream (instance) the packet belongs to. */
    STREAM_ID,
    /** Size of the packet in bits, padding included. */
    PACKET_TOTAL_LENGTH,
    /** Size of the packet's content in bits. */
    PACKET_CONTENT_LENGTH,
    /** A clock value: of the packet's begin in the packet context, of the event in the event header. */
    CLOCK_TIMESTAMP,
    /** Clock value of the packet's end. */
    PACKET_END_TIMESTAMP,
    /** Number of the packet in its stream. */
    PACKET_SEQUENCE_NUMBER,
    /** Running counter of lost events. */
    DISCARDED_EVENTS,
    /** Which event class the event belongs to. */
    EVENT_CLASS_ID,
    /** The processor the stream was recorded on (LTTng's cpu_id). */
    CPU_ID
}
