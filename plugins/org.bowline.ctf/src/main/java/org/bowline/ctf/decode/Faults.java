/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

/** What can be wrong with a packet, as negative numbers that take the place of a bit position, with a clause for the user. */
final class Faults {
    static final long BEYOND_CONTENT = -1;
    static final long NO_NUL = -2;
    static final long LENGTH = -3;
    static final long SELECTOR = -4;
    static final long LOOP = -5;
    static final long LEB128 = -6;
    static final long UNKNOWN_EVENT = -7;
    static final long TIME = -8;
    static final long EMPTY_EVENT = -9;
    static final long LAYOUT = -10;
    static final long UNKNOWN_STREAM = -11;
    static final long MAGIC = -12;
    static final long UUID = -13;
    static final long TOTAL_SIZE = -14;
    static final long CONTENT_SIZE = -15;
    static final long ZERO_CONTENT = -16;
    static final long TRUNCATED = -17;
    static final long OTHER_STREAM = -18;
    static final long TOO_LARGE = -19;
    static final long GAP = -20;
    static final long END_BEFORE_BEGIN = -21;
    static final long NEIGHBOURS = -22;
    static final long INDEX_TIMES = -23;
    static final long EVENT_TIME = -24;

    private Faults() {}

    static String text(long fault) {
        return switch ((int) fault) {
            case (int) BEYOND_CONTENT -> "a field goes beyond the packet's content";
            case (int) NO_NUL -> "a string has no end within the packet's content";
            case (int) LENGTH -> "an array, text or blob is longer than the rest of the packet's content";
            case (int) SELECTOR -> "no option of a variant belongs to its selector's value";
            case (int) LOOP -> "an array has more elements than its packet can hold";
            case (int) LEB128 -> "a variable-length integer is longer than 64 bits or does not end";
            case (int) UNKNOWN_EVENT -> "the metadata has no event class with this event's id";
            case (int) TIME -> "an event's time is further than 292 years from 1970";
            case (int) EMPTY_EVENT -> "an event has no size, so the packet would never end";
            case (int) LAYOUT -> "an event class is larger than any packet, or one of its lengths or selectors is not a field before it";
            case (int) UNKNOWN_STREAM -> "the metadata has no stream class with this packet's id";
            case (int) MAGIC -> "the packet does not begin with the magic number 0xC1FC1FC1";
            case (int) UUID -> "the packet's UUID is not the metadata's";
            case (int) TOTAL_SIZE -> "the packet's size is not a whole number of bytes, or smaller than its own header";
            case (int) CONTENT_SIZE -> "the packet's content is larger than the packet, or smaller than its own header";
            case (int) ZERO_CONTENT -> "the packet's content size is 0: its tracer ended before it closed the packet";
            case (int) TRUNCATED -> "the file ends within the packet";
            case (int) OTHER_STREAM -> "the packet belongs to another stream class than the file's first packet";
            case (int) TOO_LARGE -> "the packet is larger than 2 GiB";
            case (int) GAP -> "bytes that are not a packet";
            case (int) END_BEFORE_BEGIN -> "the packet ends before it begins";
            case (int) NEIGHBOURS -> "the packet's begin or end contradicts the packets before and after it";
            case (int) INDEX_TIMES -> "the packet's begin or end is not what its index file says";
            case (int) EVENT_TIME -> "an event is before the start of its packet, or after its end and the start of the next one";
            default -> "the packet is broken";
        };
    }
}
