/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import com.tngtech.archunit.core.domain.JavaClass;
import org.jgrapht.Graph;
import org.jgrapht.Graphs;
import org.jgrapht.alg.connectivity.KosarajuStrongConnectivityInspector;
import org.jgrapht.graph.DefaultEdge;
import org.jgrapht.graph.SimpleDirectedGraph;

/** Which package uses which, as sources and classes name them. */
final class PackageUses {
    private static final Pattern PACKAGE = Pattern.compile("(?m)^package ([\\w.]+);");
    private static final Pattern QUALIFIED = Pattern.compile("\\b(org\\.bowline(?:\\.[a-z]\\w*)*)\\.[A-Z]");

    private final Graph<String, DefaultEdge> uses = new SimpleDirectedGraph<>(DefaultEdge.class);

    /** Of what is shipped. */
    static PackageUses shipped() {
        PackageUses all = new PackageUses();
        PackagesTest.shippedFiles().forEach(file -> all.addSource(Checkout.text(file).orElseThrow()));
        ArchitectureTest.SHIPPED.forEach(all::addClass);
        return all;
    }

    static String packageOf(String source) {
        return PACKAGE.matcher(source).results().findFirst().orElseThrow().group(1);
    }

    Set<String> packages() {
        return uses.vertexSet();
    }

    /** The packages that one uses; none, if there is no such package. */
    Set<String> usedBy(String user) {
        return uses.containsVertex(user) ? Set.copyOf(Graphs.successorListOf(uses, user)) : Set.of();
    }

    void addSource(String source) {
        String code = JavaText.withoutCommentsAndStrings(source);
        String from = packageOf(code);
        uses.addVertex(from);
        QUALIFIED.matcher(code).results().forEach(name -> add(from, name.group(1)));
    }

    void addClass(JavaClass type) {
        type.getDirectDependenciesFromSelf().forEach(use -> {
            String to = use.getTargetClass().getBaseComponentType().getPackageName();
            if (to.startsWith("org.bowline")) {
                add(type.getPackageName(), to);
            }
        });
    }

    private void add(String from, String to) {
        if (!from.equals(to)) {
            Graphs.addEdgeWithVertices(uses, from, to);
        }
    }

    /** Packages of which each reaches each. */
    Set<Set<String>> cycles() {
        return new KosarajuStrongConnectivityInspector<>(uses).stronglyConnectedSets().stream().filter(packages -> packages.size() > 1)
                .collect(Collectors.toSet());
    }
}
