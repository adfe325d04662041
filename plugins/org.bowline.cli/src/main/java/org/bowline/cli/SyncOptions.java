/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How clocks are put together. */
final class SyncOptions {
    @Option(names = "--reference", paramLabel = "HOST",
            description = "The host whose clock is left as it is. Default: the one from which all others are reached with the least error.")
    @Nullable String reference;

    @Option(names = "--no-coarse",
            description = "Match packets without putting the hosts roughly on one clock first: the same result, more memory. "
                    + "For measurements.") boolean withoutCoarse;
}
