/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

/** What an event of a thread does to its tags. */
public enum TagChange {
    /** The thread enters a module. */
    PUSH,
    /** It leaves one that it entered, and is in the one before again. */
    POP,
    /** It leaves whatever it was in and enters a module, or none. */
    SWITCH,
    /** Events may have been lost: it is not known any more what it is in. */
    LOSS
}
