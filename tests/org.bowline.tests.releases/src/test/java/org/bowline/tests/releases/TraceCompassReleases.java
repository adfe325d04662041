/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.releases;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * Which references of a class to Trace Compass do not resolve in all its releases: {@code trace-compass-gone.txt} has what 6.2 has and a later one has not. A member is
 * looked for as the JVM does, in the superclasses and then in the interfaces, for byte code names the type it was called on and not the one that declares it.
 */
final class TraceCompassReleases {
    private static final String HOST = "org/eclipse/(tracecompass|linuxtools)/.*";

    private final Map<String, String> gone = new HashMap<>();
    private final Map<String, ByteCode> known = new HashMap<>();

    /** Knows the classes of Trace Compass in a folder of bundles. */
    TraceCompassReleases(Path bundles) {
        try (InputStream list = TraceCompassReleases.class.getResourceAsStream("/trace-compass-gone.txt");
                Stream<Path> jars = Files.list(bundles)) {
            new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t")).forEach(columns -> gone.put(columns[1], columns[0]));
            for (Path jar : (Iterable<Path>) jars.filter(
                    each -> each.getFileName().toString().matches("org\\.eclipse\\.(tracecompass|linuxtools)\\..*\\.jar"))::iterator) {
                try (JarFile opened = new JarFile(jar.toFile())) {
                    for (JarEntry entry : (Iterable<JarEntry>) opened.stream()
                            .filter(each -> each.getName().endsWith(".class"))::iterator) {
                        try (InputStream in = opened.getInputStream(entry)) {
                            add(ByteCode.madeOf(in));
                        }
                    }
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Makes a class known, as one that members may be inherited from. */
    void add(ByteCode type) {
        known.put(type.name(), type);
    }

    /** What is gone, with the release in which it is. */
    Map<String, String> gone() {
        return gone;
    }

    /** Whether 6.2 has an entry of the list. */
    boolean has(String entry) {
        int hash = entry.indexOf('#');
        return hash < 0 ? known.containsKey(entry) : declaring(entry.substring(0, hash), entry.substring(hash + 1)).findAny().isPresent();
    }

    int size() {
        return known.size();
    }

    /** What a class mentions of Trace Compass that is not there in all releases: entries of the list, or internal types, which may go at any time. */
    Set<String> breaches(ByteCode type) {
        Set<String> breaches = new LinkedHashSet<>();
        for (String mentioned : type.types()) {
            if (gone.containsKey(mentioned) || mentioned.startsWith("org/eclipse/") && mentioned.contains("/internal/")) {
                breaches.add(mentioned);
            }
        }
        for (ByteCode.Member member : type.members()) {
            declaring(member.owner(), member.signature()).map(owner -> owner + '#' + member.signature()).filter(gone::containsKey)
                    .forEach(breaches::add);
        }
        for (String text : type.strings()) {
            gone.keySet().stream()
                    .filter(each -> each.matches(HOST) && (simpleName(each).equals(text) || each.replace('/', '.').equals(text)))
                    .forEach(breaches::add);
        }
        return breaches;
    }

    private static String simpleName(String entry) {
        return entry.substring(entry.indexOf('#') + 1).replaceFirst("[(:].*", "");
    }

    /** The type that declares a member, at or above another. */
    private Stream<String> declaring(String owner, String signature) {
        List<String> path = new ArrayList<>(List.of(owner));
        for (int i = 0; i < path.size(); i++) {
            ByteCode type = known.get(path.get(i));
            if (type != null && type.declared().contains(signature)) {
                return Stream.of(type.name());
            }
            if (type != null) {
                path.addAll(i + 1, type.above().stream().filter(each -> !path.contains(each)).toList());
            }
        }
        return Stream.empty();
    }
}
