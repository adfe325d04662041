/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/**
 * Elements one after the other; CTF 1.8's array and sequence. Text if the element is an 8-bit integer with an encoding.
 *
 * @param alignment bits: the greater of the element's alignment and the declared minimum
 */
public record ArrayClass(FieldClass element, Length length, int alignment) implements FieldClass {}
