/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata;

/** A label of an enumeration and the values (or, for a bit map, the bits) it stands for. */
public record Mapping(String label, RangeSet ranges) {}
