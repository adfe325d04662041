/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.trace;

import java.nio.file.Path;

/** The user's word on which host the traces below a directory are of; overrides what the traces say. */
public record HostOverride(String name, Path directory) {}
