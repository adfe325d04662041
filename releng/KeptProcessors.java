/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What javac takes the checkers from ({@code -XDprocloader}): a loader for all compilations of a JVM that name the same jars, instead of one for each. So the checkers are loaded once,
 * and what the JVM has compiled of them stays. Not closed with a compilation, as it is not {@link java.io.Closeable} itself.
 */
public final class KeptProcessors extends ClassLoader {
    private static final Map<List<String>, ClassLoader> KEPT = new ConcurrentHashMap<>();

    public KeptProcessors(URL[] jars, ClassLoader parent) {
        super(KEPT.computeIfAbsent(Stream.of(jars).map(URL::toString).toList(), key -> new URLClassLoader(jars, parent)));
    }
}
