/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * Reads traces in the Common Trace Format, versions 1.8 and 2, as LTTng, perf and barectf write them.
 *
 * <p>{@link org.bowline.ctf.trace.CtfTrace} opens a directory, an {@link org.bowline.ctf.EventSelection} names the events and fields that are
 * wanted, an {@link org.bowline.ctf.EventCursor} walks them in time order: O(n log s) for n events in s streams, without allocation.
 *
 * <p>The packages lie in layers; each uses only those below it:
 *
 * <pre>
 * trace                           opens a trace
 * decode    metadata.tsdl, .json  packets to events; the two languages of metadata
 *           metadata.fields       which field a length or a selector refers to
 *           metadata.text         where in the file a word stands
 * (this package)                  what readers and consumers share: selection, cursor, caveat, exception
 * metadata                        what the metadata says
 * </pre>
 */
@NullMarked
package org.bowline.ctf;

import org.jspecify.annotations.NullMarked;
