/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.releases;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the plug-ins refer to is in all releases of Trace Compass from 6.2 on; they are compiled against 6.2, which says nothing of the later ones. */
final class TraceCompassReleasesTest {
    private static final Path BUNDLES = Path.of(System.getProperty("bowline.bundles"));
    private static final Pattern PLUGIN = Pattern
            .compile("/org\\.bowline\\.(tracecompass\\.[a-z]+|rcp)[^/]*\\.jar$|/org\\.bowline\\.(tracecompass\\.[a-z]+|rcp)/.*classes$");

    /** What the plug-ins use although a release does not have it, and why that does no harm. */
    private static final Map<String, String> BRIDGED = Map.of(
            "org/eclipse/tracecompass/tmf/core/dataprovider/DataProviderManager#getDataProvider(Lorg/eclipse/tracecompass/tmf/core/trace/ITmfTrace;"
                    + "Ljava/lang/String;Ljava/lang/Class;)Lorg/eclipse/tracecompass/tmf/core/model/tree/ITmfTreeDataProvider;",
            "org/bowline/tracecompass/core/provider/Releases asks for it by name, and only where there is no getOrCreateDataProvider, which 8.0 brought");

    private static TraceCompassReleases releases;

    @BeforeAll
    static void read() {
        releases = new TraceCompassReleases(BUNDLES);
    }

    /** Of a folder, or of a jar. */
    private static List<ByteCode> classes(Path where) throws IOException {
        if (Files.isRegularFile(where)) {
            try (FileSystem jar = FileSystems.newFileSystem(where)) {
                return classes(jar.getPath("/"));
            }
        }
        try (Stream<Path> files = Files.walk(where)) {
            return files.filter(file -> file.toString().endsWith(".class")).map(file -> {
                try (InputStream in = Files.newInputStream(file)) {
                    return ByteCode.of(in);
                } catch (IOException e) {
                    throw new AssertionError(file.toString(), e);
                }
            }).toList();
        }
    }

    private static Map<String, Set<String>> breaches(List<ByteCode> classes) {
        classes.forEach(releases::add);
        Map<String, Set<String>> all = new TreeMap<>();
        classes.forEach(
                type -> releases.breaches(type).forEach(breach -> all.computeIfAbsent(breach, key -> new TreeSet<>()).add(type.name())));
        return all;
    }

    @Test
    void whatThePluginsReferToIsInAllReleases() throws IOException {
        List<ByteCode> classes = new ArrayList<>();
        List<String> plugins = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> PLUGIN.matcher(entry).find()).toList();
        assertThat(plugins).as("the plug-ins on the class path").hasSize(4);
        for (String plugin : plugins) {
            classes.addAll(classes(Path.of(plugin)));
        }
        assertThat(classes).as("classes").hasSizeGreaterThan(200);
        long references = classes.stream().flatMap(type -> type.members().stream())
                .filter(member -> member.owner().startsWith("org/eclipse/tracecompass/"))
                .map(ByteCode.Member::toString).distinct().count();
        assertThat(references).as("references to members of Trace Compass").isGreaterThan(200);
        Map<String, Set<String>> breaches = breaches(classes);
        assertThat(breaches.keySet()).as(() -> "what a release lacks, and who refers to it: " + breaches).isEqualTo(BRIDGED.keySet());
        BRIDGED.forEach((member, why) -> assertThat(breaches.get(member)).as(member).containsExactly(why.substring(0, why.indexOf(' '))));
    }

    @Test
    void theListIsThatOfTheReleaseThePluginsAreBuiltAgainst() {
        assertThat(releases.gone()).hasSizeGreaterThan(100);
        assertThat(releases.size()).isGreaterThan(2000);
        Set<String> unknown = releases.gone().keySet().stream().filter(entry -> !releases.has(entry))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(unknown).as("entries that 6.2 does not have, either").isEmpty();
    }

    @Test
    void everyWayOfReferringIsFound(@TempDir Path folder) throws IOException {
        Path source = folder.resolve("Planted.java");
        Files.writeString(source, """
                import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
                import org.eclipse.tracecompass.tmf.core.model.tree.*;
                import org.eclipse.tracecompass.tmf.core.model.xy.*;
                import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
                import org.eclipse.tracecompass.tmf.ui.views.timegraph.BaseDataProviderTimeGraphView;
                import org.eclipse.tracecompass.tmf.ui.widgets.timegraph.TimeGraphPresentationProvider;

                class Planted extends BaseDataProviderTimeGraphView {
                    interface Get { ITmfTreeDataProvider<?> get(ITmfTrace trace, String id, Class<ITmfTreeDataProvider> type); }

                    Planted() { super("id", new TimeGraphPresentationProvider(), "provider"); }

                    Object inherited() { return getTimeEventFilterDialog(); }

                    Object called(ITmfXyModel model) { return model.getData(); }

                    Get referred() { return DataProviderManager.getInstance()::getDataProvider; }

                    Object field() { return ISeriesModel.DisplayType.AREA; }

                    boolean cast(Object other) { return ((org.eclipse.tracecompass.tmf.core.viewmodel.YSeries) other) == null; }

                    void signature(org.eclipse.tracecompass.tmf.ui.colors.X11Color color) { }

                    Object byName() throws Exception { return Class.forName("org.eclipse.tracecompass.tmf.ui.views.TmfChartView").getMethod("doFilterEvents"); }

                    Object harmless(ITmfTrace trace) { return trace.getName() + "hasCommonXAxis ".strip(); }
                }
                """);
        String path = Stream.of(BUNDLES.toFile().list()).map(name -> BUNDLES.resolve(name).toString())
                .collect(Collectors.joining(File.pathSeparator));
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, "-nowarn", "-proc:none", "-cp", path, "-d", folder.toString(),
                source.toString())).isZero();
        assertThat(breaches(classes(folder)).keySet().stream().map(each -> each.replaceFirst("[(:].*", "").replaceFirst(".*/", "")))
                .containsExactlyInAnyOrder(
                        "AbstractTimeGraphView#getTimeEventFilterDialog", "TimeEventFilterDialog", "ITmfXyModel#getData",
                        "DataProviderManager#getDataProvider",
                        "ISeriesModel$DisplayType#AREA", "YSeries", "X11Color", "TmfChartView", "AbstractTimeGraphView#doFilterEvents");
    }
}
