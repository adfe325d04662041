/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/**
 * How do the bytes of data streams become events? Internal to the reader; nothing here is for consumers.
 *
 * <p>The way of the bytes: {@link org.bowline.ctf.decode.MappedFile} maps a file, {@link org.bowline.ctf.decode.PacketScanner} or
 * {@link org.bowline.ctf.decode.IndexFile} finds its packets ({@link org.bowline.ctf.decode.PacketIndex}),
 * {@link org.bowline.ctf.decode.DataStream} puts the files of one stream in order, {@link org.bowline.ctf.decode.LayoutCompiler} turns, when their first event comes, the
 * field classes of a scope into a {@link org.bowline.ctf.decode.Program} over a bit position, {@link org.bowline.ctf.decode.Machine} runs
 * it, {@link org.bowline.ctf.decode.StreamReader} walks the events of one stream and {@link org.bowline.ctf.decode.MergeCursor} those of all
 * streams in time order.
 *
 * <p>Source of the rules: CTF 1.8.3 and CTF2-SPEC-2.0. Time: O(1) for an event of fixed size, whatever its number of fields, since fields are
 * read when they are asked for; O(dynamic fields) otherwise; O(log s) more when the stream changes among s streams. Nothing is allocated
 * per event.
 */
@NullMarked
package org.bowline.ctf.decode;

import org.jspecify.annotations.NullMarked;
