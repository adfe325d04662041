/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;

/**
 * Where a trace is, for who has found it by other means than {@link Experiment#open}.
 *
 * @param directory where it is read
 * @param original where the user has it
 * @param displayPath how reports name it; never empty
 * @param host the name of its host
 */
public record TracePlace(Path directory, Path original, String displayPath, String host) {}
