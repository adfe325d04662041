/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.tsdl;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.MetadataText;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.VariantClass;
import org.bowline.ctf.metadata.tsdl.TsdlTree.Reference;

/**
 * The fields that are recorded before the one that is just being built: where lengths and tags look for theirs. A reference with an
 * absolute prefix ({@code stream.event.header.id}) goes to that scope; any other goes to the enclosing structures, innermost first, then to
 * the scopes recorded earlier, latest first. Without a scope the context only checks types: every reference is taken as good.
 */
final class FieldContext {
    /** A generous bound for name comparisons, so that no text can make the look-ups endless. */
    private static final long MAX_STEPS = 1L << 27;
    private static final int SMALL = 16;

    private final MetadataText text;
    private final @Nullable Scope scope;
    private final Map<Scope, StructClass> earlier;
    private final List<Frame> frames = new ArrayList<>();
    private final Set<String> clocks = new LinkedHashSet<>();
    private long steps;

    /** A structure that is being built. */
    private static final class Frame {
        private final List<StructClass.Member> members = new ArrayList<>();
        private @Nullable Set<String> names;
        /** The member that is being built. */
        private String current = "";
    }

    /** A field that was found. */
    record Found(FieldLocation location, IntegerClass type) {}

    FieldContext(MetadataText text, @Nullable Scope scope, Map<Scope, StructClass> earlier) {
        this.text = text;
        this.scope = scope;
        this.earlier = earlier;
    }

    /** A context that only checks types. */
    static FieldContext unbound(MetadataText text) {
        return new FieldContext(text, null, new EnumMap<>(Scope.class));
    }

    /** The scope that is being built; null if types are only checked. */
    @Nullable
    Scope scope() {
        return scope;
    }

    /** Names of the clocks that integers are mapped to. */
    Set<String> clocks() {
        return clocks;
    }

    /** A name without the one underscore that TSDL's writers put before it. */
    static String unescaped(String name) {
        return name.startsWith("_") ? name.substring(1) : name;
    }

    void beginStruct() {
        frames.add(new Frame());
    }

    /** The member of this (unescaped) name is going to be built. */
    void beginMember(String name) {
        frames.get(frames.size() - 1).current = name;
    }

    /** The member is built; false if the structure has one of this name already. */
    boolean endMember(String name, FieldClass type) {
        Frame frame = frames.get(frames.size() - 1);
        Set<String> names = frame.names;
        if (names == null && frame.members.size() >= SMALL) {
            names = new HashSet<>();
            for (StructClass.Member member : frame.members) {
                names.add(member.name());
            }
            frame.names = names;
        }
        if (names != null ? !names.add(name) : member(frame.members, name) != null) {
            return false;
        }
        frame.members.add(new StructClass.Member(name, type));
        return true;
    }

    /** The structure's members; the structure is built. */
    List<StructClass.Member> endStruct() {
        return frames.remove(frames.size() - 1).members;
    }

    /** Finds the integer that a length or tag refers to. */
    Found find(Reference reference) throws TraceReadException {
        List<String> path = reference.path();
        Scope absolute = absoluteScope(path);
        if (absolute != null) {
            List<String> rest = path.subList(absolute == Scope.EVENT_HEADER || absolute == Scope.COMMON_CONTEXT
                    || absolute == Scope.PACKET_HEADER || absolute == Scope.PACKET_CONTEXT ? 3 : 2, path.size());
            Found found = absolute == scope ? inFrames(0, rest) : inScope(absolute, rest);
            if (found != null) {
                return found;
            }
        }
        for (int i = frames.size() - 1; i >= 0; i--) {
            Found found = inFrame(i, path);
            if (found != null) {
                return found;
            }
        }
        if (scope != null) {
            for (int i = scope.ordinal() - 1; i >= 0; i--) {
                Found found = inScope(Scope.values()[i], path);
                if (found != null) {
                    return found;
                }
            }
        }
        throw text.error(reference.position(), "no integer field '" + reference + "' is recorded before the field that needs it");
    }

    private static @Nullable Scope absoluteScope(List<String> path) {
        if (path.size() >= 4) {
            String prefix = path.get(0) + "." + path.get(1) + "." + path.get(2);
            switch (prefix) {
                case "trace.packet.header":
                    return Scope.PACKET_HEADER;
                case "stream.packet.context":
                    return Scope.PACKET_CONTEXT;
                case "stream.event.header":
                    return Scope.EVENT_HEADER;
                case "stream.event.context":
                    return Scope.COMMON_CONTEXT;
                default:
                    break;
            }
        }
        if (path.size() >= 3 && path.get(0).equals("event")) {
            return path.get(1).equals("context") ? Scope.SPECIFIC_CONTEXT : path.get(1).equals("fields") ? Scope.PAYLOAD : null;
        }
        return null;
    }

    private @Nullable Found inScope(Scope where, List<String> path) throws TraceReadException {
        StructClass root = earlier.get(where);
        List<String> names = new ArrayList<>();
        IntegerClass type = root == null ? null : descend(root, path, names);
        return type == null ? null : new Found(new FieldLocation(where, names), type);
    }

    private @Nullable Found inFrame(int index, List<String> path) throws TraceReadException {
        if (scope == null) {
            return null;
        }
        FieldClass member = member(frames.get(index).members, unescaped(path.get(0)));
        spend(frames.get(index).members.size());
        if (member == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < index; i++) {
            names.add(frames.get(i).current);
        }
        names.add(unescaped(path.get(0)));
        IntegerClass type = descend(member, path.subList(1, path.size()), names);
        return type == null ? null : new Found(new FieldLocation(scope, names), type);
    }

    /** From the outermost structure inward, through members that are still being built. */
    private @Nullable Found inFrames(int index, List<String> path) throws TraceReadException {
        for (int i = index; i < frames.size() && !path.isEmpty(); i++) {
            Found found = inFrame(i, path);
            if (found != null) {
                return found;
            }
            if (!frames.get(i).current.equals(unescaped(path.get(0)))) {
                return null;
            }
            path = path.subList(1, path.size());
        }
        return null;
    }

    /** Follows a path into a finished class; a variant's option may be named or not. Adds the names of structure members on the way. */
    private @Nullable IntegerClass descend(FieldClass from, List<String> path, List<String> names) throws TraceReadException {
        FieldClass at = from;
        while (at instanceof ArrayClass array) {
            at = array.element();
        }
        if (at instanceof OptionalClass optional) {
            return descend(optional.type(), path, names);
        }
        if (at instanceof VariantClass variant) {
            return descendVariant(variant, path, names);
        }
        if (path.isEmpty()) {
            return at instanceof IntegerClass integer ? integer : null;
        }
        if (!(at instanceof StructClass struct)) {
            return null;
        }
        String name = unescaped(path.get(0));
        spend(struct.members().size());
        FieldClass member = member(struct.members(), name);
        if (member == null) {
            return null;
        }
        names.add(name);
        IntegerClass found = descend(member, path.subList(1, path.size()), names);
        if (found == null) {
            names.remove(names.size() - 1);
        }
        return found;
    }

    private @Nullable IntegerClass descendVariant(VariantClass variant, List<String> path, List<String> names) throws TraceReadException {
        spend(variant.options().size());
        if (!path.isEmpty()) {
            String name = unescaped(path.get(0));
            for (VariantClass.Option option : variant.options()) {
                IntegerClass found = option.name().equals(name) ? descend(option.type(), path.subList(1, path.size()), names) : null;
                if (found != null) {
                    return found;
                }
            }
        }
        for (VariantClass.Option option : variant.options()) {
            IntegerClass found = descend(option.type(), path, names);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static @Nullable FieldClass member(List<StructClass.Member> members, String name) {
        for (StructClass.Member member : members) {
            if (member.name().equals(name)) {
                return member.type();
            }
        }
        return null;
    }

    private void spend(int comparisons) throws TraceReadException {
        steps += comparisons + 1L;
        if (steps > MAX_STEPS) {
            throw text.error(0, "looking up the fields that lengths and tags refer to takes more than " + MAX_STEPS + " steps");
        }
    }
}
