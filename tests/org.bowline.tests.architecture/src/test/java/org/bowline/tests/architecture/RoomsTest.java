/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

/** The table of rooms in docs/architecture.md is that of the code: every package of a module has its place, and uses only those on its left. */
final class RoomsTest {
    private static final String ROOT = "org.bowline.";
    private static final Pattern ROW = Pattern.compile("(?m)^\\| `([\\w.]+)` \\| (.*) \\|$");
    private static final Pattern ROOM = Pattern.compile("`([\\w.]+)`");

    @Test
    void theTableOfRoomsIsThatOfTheCode() {
        String page = Checkout.text(Checkout.root().resolve("docs/architecture.md")).orElseThrow();
        Map<String, List<String>> table = table(page);
        assertThat(table.get("org.bowline.core")).contains("org.bowline.core.model", "org.bowline.core.analysis");
        assertThat(untrue(table, modules(), PackageUses.shipped())).isEmpty();
    }

    @Test
    void whatTheTableSaysThatIsNotSoIsTold() {
        PackageUses uses = new PackageUses();
        uses.addSource("package org.bowline.m.a;\nimport org.bowline.m.b.B;\nimport org.bowline.n.N;\n");
        uses.addSource("package org.bowline.m.b;\nimport org.bowline.m.B;\n");
        Map<String, Set<String>> modules = Map.of("org.bowline.m", Set.of("org.bowline.m", "org.bowline.m.a", "org.bowline.m.b"),
                "org.bowline.n", Set.of("org.bowline.n"), "org.bowline.o", Set.of("org.bowline.o.a", "org.bowline.o.b"));
        String page = """
                ## Rooms

                | module | rooms |
                |---|---|
                | `m` | %s |
                | `o` | `b`, `a` |

                ## Other

                | `n` | `not.of.this.table` |
                """;
        assertThat(untrue(table(page.formatted("the root (`org.bowline.m`), `b` · `a`")), modules, uses)).isEmpty();
        assertThat(untrue(table(page.formatted("`org.bowline.m`, `a` · `b`")), modules, uses))
                .containsExactly("org.bowline.m.a uses org.bowline.m.b on its right");
        assertThat(untrue(table(page.formatted("`b` · `a`, `c`")), modules, uses))
                .containsExactly("org.bowline.m is not in the table", "org.bowline.m.c is not in the code");
        assertThat(untrue(table("## Rooms\n\n| `m` | `org.bowline.m`, `b`, `a` |\n| `x` | `a` |\n"), modules, uses))
                .containsExactly("org.bowline.o.a is not in the table", "org.bowline.o.b is not in the table",
                        "org.bowline.x.a is not in the code");
    }

    /** By module, its packages from left to right. */
    private static Map<String, List<String>> table(String page) {
        String section = page.replaceFirst("(?s)^.*?(?=## Rooms)", "").replaceFirst("(?s)(?<=.)\n## .*", "");
        Map<String, List<String>> rooms = new LinkedHashMap<>();
        ROW.matcher(section).results().forEach(row -> rooms.put(ROOT + row.group(1), ROOM.matcher(row.group(2)).results()
                .map(room -> room.group(1).startsWith(ROOT) ? room.group(1) : ROOT + row.group(1) + '.' + room.group(1)).toList()));
        return rooms;
    }

    /** The packages of each module. */
    private static Map<String, Set<String>> modules() {
        Path plugins = Checkout.root().resolve("plugins");
        Map<String, Set<String>> modules = new TreeMap<>();
        PackagesTest.shippedFiles().filter(file -> file.startsWith(plugins)).forEach(file -> modules
                .computeIfAbsent(plugins.relativize(file).getName(0).toString(), module -> new TreeSet<>())
                .add(PackageUses.packageOf(Checkout.text(file).orElseThrow())));
        return modules;
    }

    /** A module of one package needs no row. */
    private static List<String> untrue(Map<String, List<String>> table, Map<String, Set<String>> modules, PackageUses uses) {
        Set<String> said = new TreeSet<>();
        table.values().forEach(said::addAll);
        List<String> untrue = new ArrayList<>();
        Set<String> there = new TreeSet<>();
        modules.values().forEach(there::addAll);
        modules.values().stream().filter(packages -> packages.size() > 1).flatMap(Set::stream).sorted()
                .filter(room -> !said.contains(room)).forEach(room -> untrue.add(room + " is not in the table"));
        said.stream().filter(room -> !there.contains(room)).forEach(room -> untrue.add(room + " is not in the code"));
        table.values().forEach(rooms -> {
            Set<String> right = new HashSet<>(rooms);
            for (String room : rooms) {
                right.remove(room);
                uses.usedBy(room).stream().filter(right::contains).sorted()
                        .forEach(used -> untrue.add(room + " uses " + used + " on its right"));
            }
        });
        return untrue;
    }
}
