/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What a trace's metadata says, in one form for CTF 1.8 (TSDL) and CTF 2 (JSON): field classes, event, stream and clock classes,
 * environment. All immutable. The bottom of the reader: this package uses no other.
 */
@NullMarked
package org.bowline.ctf.metadata;

import org.jspecify.annotations.NullMarked;
