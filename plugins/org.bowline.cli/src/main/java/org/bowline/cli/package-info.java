/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The command line: parses arguments, calls the engine's façade, writes reports and sets the exit code. Holds no analysis of its own. */
@NullMarked
package org.bowline.cli;

import org.jspecify.annotations.NullMarked;
