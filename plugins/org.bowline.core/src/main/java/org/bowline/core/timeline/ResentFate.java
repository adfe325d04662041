/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.timeline;

/** What became of something that was sent a second time, of what was sent before, as the traces of both ends tell. */
public enum ResentFate {
    /** It is not known: the other end was not recorded, neither of the two arrived, or the connection was granted and its asker told before it asked again. */
    UNKNOWN,
    /** It did not arrive, though what was sent again did. */
    LOST,
    /** It arrived. */
    ARRIVED,
    /** It asked for a connection, arrived, and the connection was granted before it was asked for again; but its asker was not told by then. */
    GRANTED;

    static final ResentFate[] ALL = values();
}
