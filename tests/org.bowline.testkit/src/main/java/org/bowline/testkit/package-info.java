/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What tests and benchmarks share: a writer of CTF 1.8 traces in LTTng's shape, a generator of large multi-host kernel traces with a known
 * truth, and the comparison of our reader with babeltrace2.
 *
 * <p>Everything is deterministic by seed. Writing is O(bytes) with a fixed buffer per stream.
 */
@NullMarked
package org.bowline.testkit;

import org.jspecify.annotations.NullMarked;
