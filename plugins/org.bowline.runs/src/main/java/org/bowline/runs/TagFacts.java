/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.runs;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

import org.bowline.core.model.PlainText;

/** The running time of the modules of a run, by the tags of its threads. Immutable. */
public final class TagFacts {
    /** Where events were lost. */
    public static final String UNKNOWN = "(unknown)";
    private static final char BETWEEN = '/';

    /**
     * A module on a host.
     *
     * @param host its host
     * @param path its path, outermost part first
     */
    public record Tag(String host, String path) implements Comparable<Tag> {
        /** As reports have them, so that a run that was read from its files is the same as before. */
        public Tag {
            host = PlainText.visible(host);
            path = PlainText.visible(path);
        }

        @Override
        public int compareTo(Tag other) {
            int order = host.compareTo(other.host);
            return order != 0 ? order : path.compareTo(other.path);
        }
    }

    private final SortedMap<Tag, Long> nanos = new TreeMap<>();
    private final SortedMap<String, Long> totals = new TreeMap<>();

    TagFacts() {}

    void add(String host, String path, long exclusiveNanos, long inclusiveNanos) {
        Tag tag = new Tag(host, path);
        nanos.merge(tag, inclusiveNanos, Math::addExact);
        totals.merge(tag.host(), exclusiveNanos, Math::addExact);
    }

    /** Whether the run has no tags. */
    public boolean isEmpty() {
        return nanos.isEmpty();
    }

    /** How long each module, and those within it, ran, ns. */
    public SortedMap<Tag, Long> nanos() {
        return Collections.unmodifiableSortedMap(nanos);
    }

    /** How long all threads of each host with tags ran, ns: what shares are shares of. */
    public SortedMap<String, Long> totals() {
        return Collections.unmodifiableSortedMap(totals);
    }

    /** A module's part of all that ran on its host, 0 to 1; 0 if nothing did. */
    public double share(Tag tag) {
        long total = totals.getOrDefault(tag.host(), 0L);
        return total == 0 ? 0 : (double) nanos.getOrDefault(tag, 0L) / total;
    }

    /** Whether a path is the other one or within it. */
    public static boolean isWithin(String path, String other) {
        return path.equals(other) || path.startsWith(other) && path.charAt(other.length()) == BETWEEN;
    }
}
