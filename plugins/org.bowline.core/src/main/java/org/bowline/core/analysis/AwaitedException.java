/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.analysis;

import java.util.function.BooleanSupplier;

/** A result is being computed by another thread, and who asked has something else to do than to wait for it: see {@link Analysis#unlessAwaited}. Who catches all exceptions of what computes lets this one pass. */
@SuppressWarnings("serial") // nobody sends it anywhere
public final class AwaitedException extends RuntimeException {
    private final transient BooleanSupplier stillComputed;

    AwaitedException(BooleanSupplier stillComputed) {
        super("computed by another thread", null, false, false);
        this.stillComputed = stillComputed;
    }

    BooleanSupplier isStillComputed() {
        return stillComputed;
    }
}
