/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.ctf.metadata.fields;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import org.bowline.ctf.TraceReadException;
import org.bowline.ctf.metadata.ArrayClass;
import org.bowline.ctf.metadata.FieldClass;
import org.bowline.ctf.metadata.FieldLocation;
import org.bowline.ctf.metadata.IntegerClass;
import org.bowline.ctf.metadata.OptionalClass;
import org.bowline.ctf.metadata.Scope;
import org.bowline.ctf.metadata.StructClass;
import org.bowline.ctf.metadata.VariableIntegerClass;
import org.bowline.ctf.metadata.VariantClass;
import org.bowline.ctf.metadata.text.MetadataText;

/**
 * The structures that are being built, outermost first, and the scopes recorded before them: the fields that a length or selector may
 * refer to. Only fields that are finished are found, which are those recorded earlier. Names here are finished names. An unbound stack has
 * no scope: types are only checked, nothing is looked up.
 */
public final class FieldStack {
    private static final int SMALL = 16;

    private final MetadataText text;
    private final @Nullable Scope scope;
    private final Map<Scope, StructClass> earlier;
    private final List<Frame> frames = new ArrayList<>();

    /** A structure that is being built. */
    private static final class Frame {
        private final List<StructClass.Member> members = new ArrayList<>();
        private @Nullable Set<String> names;
        /** The member that is being built. */
        private String current = "";
    }

    /**
     * A field that was found.
     *
     * @param type an {@link IntegerClass} or a {@link VariableIntegerClass}
     */
    public record Found(FieldLocation location, FieldClass type) {
        /** Whether its values are signed. */
        public boolean signed() {
            return type instanceof IntegerClass fixed ? fixed.signed() : ((VariableIntegerClass) type).signed();
        }

        /** Whether it is true or false rather than a number. */
        public boolean isBoolean() {
            return type instanceof IntegerClass fixed && fixed.form() == IntegerClass.Form.BOOLEAN;
        }
    }

    /**
     * A stack for one scope.
     *
     * @param earlier the scopes recorded before this one
     */
    public FieldStack(MetadataText text, Scope scope, Map<Scope, StructClass> earlier) {
        this.text = text;
        this.scope = scope;
        this.earlier = new EnumMap<>(earlier);
    }

    private FieldStack(MetadataText text) {
        this.text = text;
        this.scope = null;
        this.earlier = Map.of();
    }

    /** A stack that only checks types. */
    public static FieldStack unbound(MetadataText text) {
        return new FieldStack(text);
    }

    /** The scope that is being built; null if types are only checked. */
    public @Nullable Scope scope() {
        return scope;
    }

    /** A structure begins. */
    public void beginStruct() {
        frames.add(new Frame());
    }

    /** How many structures are being built; 1 within the outermost. */
    public int depth() {
        return frames.size();
    }

    /** The innermost structure's member of this name begins. */
    public void beginMember(String name) {
        frames.get(frames.size() - 1).current = name;
    }

    /** The member is finished; false if the structure has one of this name already. O(1). */
    public boolean endMember(String name, FieldClass type) {
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

    /** The innermost structure is finished: its members. */
    public List<StructClass.Member> endStruct() {
        return frames.remove(frames.size() - 1).members;
    }

    /** Looks in the innermost structure but {@code up}. */
    public @Nullable Found inEnclosing(int up, List<String> path) throws TraceReadException {
        int index = frames.size() - 1 - up;
        return index < 0 ? null : inFrame(index, path);
    }

    /** Looks in the enclosing structures, innermost first. */
    public @Nullable Found inEnclosing(List<String> path) throws TraceReadException {
        for (int i = frames.size() - 1; i >= 0; i--) {
            Found found = inFrame(i, path);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Looks in the scopes that are recorded before this one, latest first. */
    public @Nullable Found inEarlierScopes(List<String> path) throws TraceReadException {
        if (scope != null) {
            for (int i = scope.ordinal() - 1; i >= 0; i--) {
                Found found = inScope(Scope.values()[i], path);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }

    /** Follows a path from the outermost structure of a scope, which may be the one that is being built. */
    public @Nullable Found inScope(Scope where, List<String> path) throws TraceReadException {
        if (where == scope) {
            return fromOutermost(path);
        }
        StructClass root = earlier.get(where);
        List<String> names = new ArrayList<>();
        FieldClass type = root == null || path.isEmpty() ? null : descend(root, path, names);
        return type == null ? null : new Found(new FieldLocation(where, names), type);
    }

    private @Nullable Found fromOutermost(List<String> path) throws TraceReadException {
        for (int i = 0; i < frames.size() && i < path.size(); i++) {
            Found found = inFrame(i, path.subList(i, path.size()));
            if (found != null || !frames.get(i).current.equals(path.get(i))) {
                return found;
            }
        }
        return null;
    }

    private @Nullable Found inFrame(int index, List<String> path) throws TraceReadException {
        if (scope == null || path.isEmpty()) {
            return null;
        }
        text.spend(frames.get(index).members.size());
        FieldClass member = member(frames.get(index).members, path.get(0));
        if (member == null) {
            return null;
        }
        List<String> names = new ArrayList<>();
        for (int i = 0; i < index; i++) {
            names.add(frames.get(i).current);
        }
        names.add(path.get(0));
        FieldClass type = descend(member, path.subList(1, path.size()), names);
        return type == null ? null : new Found(new FieldLocation(scope, names), type);
    }

    /** Follows a path into a finished class; a variant's option may be named or not. Adds the names of structure members on the way. */
    private @Nullable FieldClass descend(FieldClass from, List<String> path, List<String> names) throws TraceReadException {
        FieldClass at = from;
        while (at instanceof ArrayClass || at instanceof OptionalClass) {
            at = at instanceof ArrayClass array ? array.element() : ((OptionalClass) at).type();
        }
        if (at instanceof VariantClass variant) {
            return descendVariant(variant, path, names);
        }
        if (path.isEmpty()) {
            return at instanceof IntegerClass || at instanceof VariableIntegerClass ? at : null;
        }
        if (!(at instanceof StructClass struct)) {
            return null;
        }
        text.spend(struct.members().size());
        FieldClass member = member(struct.members(), path.get(0));
        if (member == null) {
            return null;
        }
        names.add(path.get(0));
        FieldClass found = descend(member, path.subList(1, path.size()), names);
        if (found == null) {
            names.remove(names.size() - 1);
        }
        return found;
    }

    private @Nullable FieldClass descendVariant(VariantClass variant, List<String> path, List<String> names) throws TraceReadException {
        text.spend(variant.options().size());
        for (VariantClass.Option option : variant.options()) {
            FieldClass found = !path.isEmpty() && option.name().equals(path.get(0))
                    ? descend(option.type(), path.subList(1, path.size()), names) : null;
            if (found != null) {
                return found;
            }
        }
        for (VariantClass.Option option : variant.options()) {
            FieldClass found = descend(option.type(), path, names);
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
}
