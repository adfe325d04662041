/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does TSDL, the metadata of CTF 1.8, say? A lexer cuts it into tokens, a parser makes a tree of names and shapes, a resolver makes
 * field classes of types: names replaced by what they stand for, references to other fields by absolute locations, reserved names by
 * roles. In: {@link org.bowline.ctf.metadata.MetadataText}; out: {@link org.bowline.ctf.metadata.TraceMetadata}. O(bytes), with limits on
 * depth and number of fields that hold after all names are replaced.
 *
 * @see <a href="https://diamon.org/ctf/v1.8.3/">Common Trace Format 1.8.3, section 7 and appendix C</a>
 */
@NullMarked
package org.bowline.ctf.metadata.tsdl;

import org.jspecify.annotations.NullMarked;
