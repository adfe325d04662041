/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import picocli.CommandLine.Option;

/** How long lists on a screen are. Reports for programs are always whole. */
final class TopOption {
    @Option(names = "--top", paramLabel = "N", defaultValue = "10",
            description = "Show at most N lines of each list in a text, of sinks half as many (default: ${DEFAULT-VALUE}).") private int wanted;

    /** At least one. */
    int most() {
        if (wanted < 1) {
            throw Failure.usage("--top " + wanted + ": it must be at least 1");
        }
        return wanted;
    }
}
