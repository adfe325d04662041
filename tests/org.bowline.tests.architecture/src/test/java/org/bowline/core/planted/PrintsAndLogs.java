/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.planted;

import java.util.logging.Logger;

/** Breaks three rules on purpose. */
public final class PrintsAndLogs {
    private final Logger logger = Logger.getLogger("planted");

    void tellEveryone() {
        System.out.println("found something");
        logger.info("found something");
        System.exit(1);
    }
}
