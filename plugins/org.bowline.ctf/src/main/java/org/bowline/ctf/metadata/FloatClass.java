/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

import java.nio.ByteOrder;

/** An IEEE 754 number of 16, 32 or 64 bits. */
public record FloatClass(int size, int alignment, ByteOrder byteOrder, boolean reversedBits) implements FieldClass {}
