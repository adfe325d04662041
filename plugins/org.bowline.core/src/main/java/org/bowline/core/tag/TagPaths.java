/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

import it.unimi.dsi.fastutil.ints.IntArrayList;
import it.unimi.dsi.fastutil.longs.Long2IntOpenHashMap;
import it.unimi.dsi.fastutil.objects.Object2IntOpenHashMap;

import org.bowline.core.model.IntPair;

/**
 * The paths of tags as a tree: {@code engine/storage/crc} is below {@code engine/storage}, which is below {@code engine}. Paths are numbers; a parent's is smaller than
 * those of its children. Parts without a name, as in {@code a//b}, are left out.
 *
 * <p>O(length) for a text that was not seen before, O(1) for others; memory in proportion to the texts.
 */
public final class TagPaths {
    /** No tag. The root: every path is below it. */
    public static final int UNTAGGED = 0;
    /** Events were lost: it is not known which tag. */
    public static final int UNKNOWN = 1;

    private static final int NONE = -1;

    private final IntArrayList parents = new IntArrayList();
    private final IntArrayList depths = new IntArrayList();
    private final IntArrayList partOf = new IntArrayList();
    private final List<String> parts = new ArrayList<>();
    private final Object2IntOpenHashMap<String> partIds = new Object2IntOpenHashMap<>();
    private final Long2IntOpenHashMap children = new Long2IntOpenHashMap();
    private final Object2IntOpenHashMap<String> texts = new Object2IntOpenHashMap<>();

    /** The two that are no tags of a program. */
    public TagPaths() {
        partIds.defaultReturnValue(NONE);
        children.defaultReturnValue(NONE);
        texts.defaultReturnValue(NONE);
        add(NONE, 0, "(untagged)");
        add(UNTAGGED, 0, "(unknown)");
    }

    private int add(int parent, int depth, String part) {
        int id = partIds.getInt(part);
        if (id == NONE) {
            id = parts.size();
            partIds.put(part, id);
            parts.add(part);
        }
        parents.add(parent);
        depths.add(depth);
        partOf.add(id);
        return parents.size() - 1;
    }

    /** The number of a path; {@link #UNTAGGED} if the text has no part. */
    public int of(String text) {
        int known = texts.getInt(text);
        if (known == NONE) {
            known = add(text);
            texts.put(text, known);
        }
        return known;
    }

    /** A path as {@link #text} writes it, without the parts that have no name; empty if none has. */
    static String normal(String path) {
        return Arrays.stream(path.split("/", -1)).filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
    }

    /** The number of a path that some text had, as itself or as what it is within; −1 if none had. O(length). */
    public int find(String text) {
        int path = UNTAGGED;
        for (String part : text.split("/", -1)) {
            if (!part.isEmpty()) {
                int id = partIds.getInt(part);
                path = id == NONE ? NONE : children.get(key(path, id));
                if (path == NONE) {
                    return NONE;
                }
            }
        }
        return path;
    }

    private int add(String text) {
        int path = UNTAGGED;
        int from = 0;
        while (from <= text.length()) {
            int slash = text.indexOf('/', from);
            int end = slash < 0 ? text.length() : slash;
            if (end > from) {
                path = child(path, text.substring(from, end));
            }
            from = end + 1;
        }
        return path;
    }

    private int child(int parent, String part) {
        int known = partIds.getInt(part);
        if (known != NONE) {
            int child = children.get(key(parent, known));
            if (child != NONE) {
                return child;
            }
        }
        int child = add(parent, depths.getInt(parent) + 1, part);
        children.put(key(parent, partOf.getInt(child)), child);
        return child;
    }

    private static long key(int parent, int part) {
        return IntPair.of(parent, part);
    }

    /** How many paths there are, with {@link #UNTAGGED} and {@link #UNKNOWN}. */
    public int size() {
        return parents.size();
    }

    /** The path above; −1 above {@link #UNTAGGED}. */
    public int parent(int path) {
        return parents.getInt(path);
    }

    /** The paths of the first level, in the order in which they were told. O(paths). */
    public List<String> roots() {
        List<String> roots = new ArrayList<>();
        for (int path = UNKNOWN + 1; path < size(); path++) {
            if (parent(path) == UNTAGGED) {
                roots.add(part(path));
            }
        }
        return roots;
    }

    /** Number of parts; 0 for {@link #UNTAGGED} and {@link #UNKNOWN}. */
    public int depth(int path) {
        return depths.getInt(path);
    }

    /** The last part of a path. */
    public String part(int path) {
        return parts.get(partOf.getInt(path));
    }

    /** Whether a path is another one, or within it; of {@link #UNTAGGED} and {@link #UNKNOWN} only itself. O(depth). */
    boolean isWithin(int path, int around) {
        if (around <= UNKNOWN) {
            return path == around;
        }
        int at = path;
        while (at > around) {
            at = parent(at);
        }
        return at == around;
    }

    /** The whole path, with {@code /} between its parts; {@code (untagged)} and {@code (unknown)} for these. O(length). */
    public String text(int path) {
        int depth = depth(path);
        if (depth == 0) {
            return part(path);
        }
        String[] all = new String[depth];
        for (int at = path, i = depth; i > 0; at = parent(at)) {
            all[--i] = part(at);
        }
        return String.join("/", all);
    }
}
