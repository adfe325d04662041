/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

/** A value of a parameter with which more of the traces is wanted than is read for everybody. */
@FunctionalInterface
public interface Needs {
    /** What may be wanted. */
    enum What {
        /** The modules that threads say they are in. */
        TAGS,
        /** The priorities of threads. */
        PRIORITIES
    }

    /** Whether it is wanted. */
    boolean needs(What what);
}
