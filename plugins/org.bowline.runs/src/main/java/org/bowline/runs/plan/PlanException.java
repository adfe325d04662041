/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs.plan;

import java.io.IOException;
import java.util.List;

/** A plan is not what it should be; the message says in which line, at which key, and what may stand there. */
public final class PlanException extends IOException {
    private static final long serialVersionUID = 1L;
    private static final int MOST = 5;

    PlanException(List<String> problems) {
        super(String.join(". ", problems.stream().limit(MOST).toList())
                + (problems.size() > MOST ? ". There are " + (problems.size() - MOST) + " more problems" : ""));
    }
}
