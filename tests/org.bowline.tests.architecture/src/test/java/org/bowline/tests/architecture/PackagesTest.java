/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import org.junit.jupiter.api.Test;

import org.bowline.core.plantedfirst.First;
import org.bowline.core.plantedsecond.Second;

/**
 * The packages of all modules form layers, and a name stands for one type. What is looked at are the sources, as the desktop's classes are
 * built elsewhere, and the classes there are, as they know types that no source names.
 */
final class PackagesTest {
    private static final Pattern PUBLIC = Pattern
            .compile("(?m)^public (?:(?:final|abstract|sealed|non-sealed|strictfp) )*(?:class|interface|@interface|enum|record) (\\w+)");

    private final PackageUses uses = new PackageUses();

    @Test
    void noPackagesUseEachOtherInACycle() {
        PackageUses shipped = PackageUses.shipped();
        assertThat(shipped.cycles()).isEmpty();
        assertThat(shipped.packages()).contains("org.bowline.ctf.decode", "org.bowline.core.model", "org.bowline.cli",
                "org.bowline.maven.plugin", "org.bowline.tracecompass.core.provider", "org.bowline.tracecompass.ui.view",
                "org.bowline.annotation", "org.bowline.testkit.sim");
    }

    @Test
    void aCycleInSourcesIsFound() {
        uses.addSource("package org.bowline.a;\nimport static org.bowline.b.B.make;\n");
        uses.addSource("package org.bowline.b;\nfinal class B { Object c = new org.bowline.c.C(); }\n");
        uses.addSource("package org.bowline.c;\n/** See {@link org.bowline.b.B}. */\nfinal class C { String d = \"org.bowline.a.A\"; }\n");
        assertThat(uses.cycles()).isEmpty();
        uses.addSource("package org.bowline.c;\nimport org.bowline.a.A;\n");
        assertThat(uses.cycles()).containsExactly(Set.of("org.bowline.a", "org.bowline.b", "org.bowline.c"));
    }

    @Test
    void aCycleInClassesIsFound() {
        new ClassFileImporter().importClasses(First.class, Second.class).forEach(uses::addClass);
        assertThat(uses.cycles()).containsExactly(Set.of(First.class.getPackageName(), Second.class.getPackageName()));
    }

    @Test
    void noTwoPublicTypesHaveOneName() {
        List<String> names = shipped().flatMap(PackagesTest::publicTypes).toList();
        assertThat(names).contains("CtfTrace", "Timeline");
        assertThat(twice(names)).isEmpty();
    }

    @Test
    void aSecondTypeOfANameIsFound() {
        assertThat(twice(Stream.of("public record Row(int a) {}", "public final class Row {\n    public enum Kind {}\n}",
                "public sealed interface Kind {}", "final class Table {}", "public class Table {}").flatMap(PackagesTest::publicTypes)
                .toList()))
                .containsExactly("Row");
    }

    private static Stream<String> shipped() {
        return shippedFiles().map(file -> Checkout.text(file).orElseThrow());
    }

    /** The sources of what is shipped. */
    static Stream<Path> shippedFiles() {
        Path root = Checkout.root();
        return Checkout.files().stream()
                .filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java")
                        && (file.startsWith(root.resolve("plugins"))
                                || file.startsWith(root.resolve("lttng-profiles/annotations/java/src")))
                        && !file.toString().contains("/src/test/") && !file.toString().contains("/test/org/"));
    }

    private static Stream<String> publicTypes(String source) {
        return PUBLIC.matcher(source).results().map(type -> type.group(1));
    }

    private static Set<String> twice(List<String> names) {
        return names.stream().filter(name -> names.indexOf(name) != names.lastIndexOf(name)).collect(Collectors.toSet());
    }
}
