/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Where in the file does this word of the metadata stand? Metadata packets are joined to one text that remembers the file offsets of its
 * pieces; errors and warnings name line, column and offset. In: the bytes of a metadata file; out: text for the parsers. O(bytes).
 * Internal to the reader.
 */
@NullMarked
package org.bowline.ctf.metadata.text;

import org.jspecify.annotations.NullMarked;
