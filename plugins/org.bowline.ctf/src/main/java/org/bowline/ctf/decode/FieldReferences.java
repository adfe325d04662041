/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.decode;

import java.util.LinkedHashSet;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.BlobClass;
import org.bowline.ctf.metadata.EventClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.Length;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.StreamClass;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.TextClass;
import org.bowline.ctf.metadata.VariantClass;

/** Which fields are lengths or selectors of others and so must be remembered while decoding. */
final class FieldReferences {
    private FieldReferences() {}

    /** All that a stream class's scopes and events refer to. */
    static Set<FieldLocation> of(StreamClass stream) {
        Set<FieldLocation> found = new LinkedHashSet<>();
        collect(stream.packetContext(), found);
        collect(stream.eventHeader(), found);
        collect(stream.commonContext(), found);
        for (EventClass event : stream.events()) {
            collect(event, found);
        }
        return found;
    }

    static void collect(EventClass event, Set<FieldLocation> found) {
        collect(event.specificContext(), found);
        collect(event.payload(), found);
    }

    static void collect(@Nullable FieldClass type, Set<FieldLocation> found) {
        if (type instanceof StructClass struct) {
            for (StructClass.Member member : struct.members()) {
                collect(member.type(), found);
            }
        } else if (type instanceof ArrayClass array) {
            add(array.length(), found);
            collect(array.element(), found);
        } else if (type instanceof VariantClass variant) {
            found.add(variant.selector());
            for (VariantClass.Option option : variant.options()) {
                collect(option.type(), found);
            }
        } else if (type instanceof OptionalClass optional) {
            found.add(optional.selector());
            collect(optional.type(), found);
        } else if (type instanceof TextClass text) {
            add(text.length(), found);
        } else if (type instanceof BlobClass blob) {
            add(blob.length(), found);
        }
    }

    private static void add(Length length, Set<FieldLocation> found) {
        if (length instanceof Length.Field field) {
            found.add(field.location());
        }
    }
}
