/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What is an address called? The files that a process has mapped, and the names of functions in ELF files.
 *
 * <p>In: base addresses and build ids as a trace tells them, and folders with files. Out: a name where a symbol covers the address, else the file's name and an
 * offset: the nearest symbol below an address is a lie where a library exports few of its functions. Files are not trusted: whatever they hold, reading one takes
 * bounded time and memory, and ends with what could be read.
 *
 * <p>Format: Tool Interface Standard, Executable and Linking Format (ELF) Specification 1.2, and the System V gABI, chapters 4 and 5.
 */
@NullMarked
package org.bowline.core.symbol;

import org.jspecify.annotations.NullMarked;
