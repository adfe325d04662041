/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.progress;

/** The user stopped a computation; its partial results are gone. */
public final class CancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** Nothing more to say. */
    public CancelledException() {
        super("cancelled", null, false, false);
    }
}
