/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.tag;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * On which processors a module belongs, as somebody declares it: {@code maintenance:0}, {@code engine/storage:1-3}, {@code net:0,2}, {@code maintenance@server:0} on one host, {@code
 * *:1-3} for all tags that no other declaration is about.
 *
 * @param path the module, with all within it; empty for {@code *}
 * @param host the host on which it holds; empty for each
 * @param cpus where it belongs; not empty
 */
public record TagBinding(String path, String host, BitSet cpus) {
    /** How declarations are written. */
    public static final String FORM = "PATH:CPUS, as maintenance" + ":0 or net"
            + ":0,2-3; PATH@HOST:CPUS on one host; *:CPUS for all other tags; several with commas between them";

    private static final int MOST_CPU = 1 << 16;
    private static final Pattern CPUS = Pattern.compile("(\\d{1,5})(?:-(\\d{1,5}))?");
    private static final String REST = "*";

    /** Copies the processors. */
    public TagBinding {
        cpus = (BitSet) cpus.clone();
    }

    /** Where it belongs; a copy. */
    @Override
    public BitSet cpus() {
        return (BitSet) cpus.clone();
    }

    /** Whether it is about all tags that no other is about. */
    public boolean isRest() {
        return path.isEmpty();
    }

    /** Where it belongs, in words: {@code processor 0}, {@code processors 0,2-3}. */
    public String cpuText() {
        List<String> parts = new ArrayList<>();
        for (int first = cpus.nextSetBit(0); first >= 0;) {
            int end = cpus.nextClearBit(first);
            parts.add(end == first + 1 ? Integer.toString(first) : first + "-" + (end - 1));
            first = cpus.nextSetBit(end);
        }
        return (cpus.cardinality() == 1 ? "processor " : "processors ") + String.join(",", parts);
    }

    /**
     * Reads declarations, as {@link #FORM} says.
     *
     * @throws IllegalArgumentException if the text is of another form, or a module is declared twice; the message says what is wrong and how to write it
     */
    public static List<TagBinding> parse(String text) {
        List<TagBinding> all = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        for (String word : text.split(",", -1)) {
            String part = word.strip();
            int colon = part.lastIndexOf(':');
            if (colon < 0 && !all.isEmpty() && CPUS.matcher(part).matches()) {
                TagBinding last = all.remove(all.size() - 1);
                BitSet more = last.cpus();
                add(part, more);
                all.add(new TagBinding(last.path, last.host, more));
                continue;
            }
            if (colon <= 0) {
                throw wrong("'" + part + "' has no processor");
            }
            TagBinding binding = of(part.substring(0, colon).strip(), part.substring(colon + 1).strip());
            if (!seen.add(binding.path + '@' + binding.host)) {
                throw wrong("'" + part.substring(0, colon) + "' is declared twice");
            }
            all.add(binding);
        }
        return List.copyOf(all);
    }

    private static TagBinding of(String name, String processors) {
        int at = name.lastIndexOf('@');
        boolean hasHost = at > 0 && at + 1 < name.length() && name.indexOf('/', at) < 0;
        String path = hasHost ? name.substring(0, at) : name;
        String normal = TagPaths.normal(path);
        if (normal.isEmpty()) {
            throw wrong("'" + path + "' names no module");
        }
        BitSet cpus = new BitSet();
        add(processors, cpus);
        return new TagBinding(normal.equals(REST) ? "" : normal, hasHost ? name.substring(at + 1) : "", cpus);
    }

    private static void add(String text, BitSet cpus) {
        Matcher matcher = CPUS.matcher(text);
        if (!matcher.matches()) {
            throw wrong("'" + text + "' is not the number of a processor, or two with - between them");
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        if (last < first || last >= MOST_CPU) {
            throw wrong("'" + text + "' is not a range of processors");
        }
        cpus.set(first, last + 1);
    }

    private static IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException(what + "; write " + FORM);
    }
}
