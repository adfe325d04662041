/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/**
 * A command line that ran in this process.
 *
 * @param code its exit code
 * @param out what it wrote to the standard output
 * @param error what it wrote to the standard error
 */
record Captured(int code, String out, String error) {
    /** Runs one without a terminal. */
    static Captured run(String... arguments) {
        return run(Terminal.NONE, arguments);
    }

    /** Runs one. */
    static Captured run(Terminal terminal, String... arguments) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream error = new ByteArrayOutputStream();
        int code = Bowline.run(new Shell(out, error, terminal), arguments);
        return new Captured(code, out.toString(StandardCharsets.UTF_8), error.toString(StandardCharsets.UTF_8));
    }
}
