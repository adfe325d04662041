/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.store;

import java.io.IOException;

/** A stored result is of no use: of other traces, another format, damaged or cut off. */
final class DamagedStoreException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedStoreException(String message) {
        super(message);
    }
}
