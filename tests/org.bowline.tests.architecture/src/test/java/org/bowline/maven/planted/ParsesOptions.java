/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.maven.planted;

import picocli.CommandLine;

/** Breaks a rule on purpose. */
public final class ParsesOptions {
    CommandLine line() {
        return new CommandLine(this);
    }
}
