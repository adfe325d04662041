/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * What does the metadata of CTF 2 say? A JSON text sequence (RFC 7464) is parsed text by text, each fragment is read as it comes, field
 * class aliases are replaced where they are used, locations become absolute. In: {@link org.bowline.ctf.metadata.text.MetadataText}; out:
 * {@link org.bowline.ctf.metadata.TraceMetadata}. O(bytes), with limits on depth and number of fields that hold after all aliases are
 * replaced. The spellings of the drafts that Trace Compass and babeltrace wrote before the standard are understood, too.
 *
 * @see <a href="https://diamon.org/ctf/files/CTF2-SPEC-2.0.html">Common Trace Format 2</a>
 */
@NullMarked
package org.bowline.ctf.metadata.json;

import org.jspecify.annotations.NullMarked;
