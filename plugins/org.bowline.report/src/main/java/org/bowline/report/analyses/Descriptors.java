/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.report.analyses;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Devices;
import org.bowline.core.analysis.FirstLook;
import org.bowline.core.analysis.Parameter;
import org.bowline.core.analysis.Result;
import org.bowline.core.model.Caveat;
import org.bowline.report.page.SectionSources;
import org.bowline.report.table.Report;
import org.bowline.report.table.Reports;
import org.bowline.report.table.SweepReports;

/** The analyses that are installed: the built-in ones and those of other jars. Immutable. */
public final class Descriptors implements SectionSources {
    /** A provider file with more broken lines than this is not read on. */
    private static final int MOST_PROBLEMS = 20;

    private final Map<String, Descriptor> byName;
    private final List<String> problems;

    private Descriptors(Map<String, Descriptor> byName, List<String> problems) {
        this.byName = byName;
        this.problems = List.copyOf(problems);
    }

    private static final class Installed {
        // not the thread's context loader: in OSGi that one does not see the services of this bundle
        static final Descriptors ALL = load(ServiceLoader.load(Descriptor.class, Descriptor.class.getClassLoader()).iterator());
    }

    /** All that are installed; looked for once. */
    public static Descriptors installed() {
        return Installed.ALL;
    }

    static Descriptors load(Iterator<Descriptor> providers) {
        Map<String, Descriptor> byName = new LinkedHashMap<>();
        List<String> problems = new ArrayList<>();
        while (problems.size() < MOST_PROBLEMS) {
            try {
                if (!providers.hasNext()) {
                    break;
                }
                Descriptor one = providers.next();
                if (byName.putIfAbsent(one.info().name(), one) != null) {
                    problems.add("Two analyses have the name " + one.info().name() + ": " + one.getClass().getName() + " is left out");
                }
            } catch (ServiceConfigurationError | LinkageError | RuntimeException e) {
                problems.add("An analysis cannot be loaded: " + e.getMessage());
            }
        }
        return new Descriptors(byName, problems);
    }

    /** What could not be loaded, as sentences without a full stop. */
    public List<String> problems() {
        return problems;
    }

    /** What all analyses together do not know. */
    @Override
    public List<Caveat> caveats(Analysis analysis) {
        List<Result<?>> results = new ArrayList<>();
        all().forEach(one -> results.addAll(one.results(analysis)));
        List<Caveat> caveats = new ArrayList<>(analysis.caveats(results));
        for (String problem : problems) {
            caveats.add(Caveat.of(Caveat.Severity.WARNING, "", "analysis-not-loaded", 1,
                    problem + ". Its results are missing here. Remove the jar that brings it, or repair it."));
        }
        return List.copyOf(caveats);
    }

    /** All, in the order of their files. */
    @Override
    public List<Descriptor> all() {
        return List.copyOf(byName.values());
    }

    /** All, in the order of a text. */
    public List<Descriptor> inTexts() {
        return byName.values().stream().sorted(Comparator.comparingInt(one -> one.info().rank())).toList();
    }

    /** The analysis of that name; null if there is none. */
    public @Nullable Descriptor of(String name) {
        return byName.get(name);
    }

    /**
     * What whoever asks for everything at once can be told, each parameter once, in the order of the analyses: all but flags that choose what a single analysis prints. The options of {@code bowline
     * analyze} and of the goals of a build are made from it.
     */
    public List<Parameter<?>> parameters() {
        return byName.values().stream().flatMap(one -> one.info().parameters().stream())
                .filter(one -> !one.isFlag() || one == FirstLook.SHOW_ALL || one == FirstLook.UNFOLD || one == Devices.NETWORK).distinct()
                .toList();
    }

    /** The analyses that have a parameter, in their order. */
    public List<AnalysisInfo> asked(Parameter<?> parameter) {
        return byName.values().stream().map(Descriptor::info).filter(info -> info.parameters().contains(parameter)).toList();
    }

    /** All reports that a directory of results may hold. */
    public List<Report<?>> files() {
        List<Report<?>> files = new ArrayList<>();
        byName.values().forEach(one -> one.tables().forEach(table -> files.add(table.report())));
        files.add(Reports.CAVEATS);
        return files;
    }

    /** All forms that are not tables. */
    public List<Form> forms() {
        return byName.values().stream().flatMap(one -> one.forms().stream()).toList();
    }

    /** Every report that there is, of other commands, too, in the order in which the documentation describes them. */
    public List<Report<?>> documented() {
        List<Report<?>> all = files();
        all.addAll(List.of(Reports.TRACES, Reports.EVENTS, Reports.INTERVAL_PAIRS, Reports.COMPARE, Reports.COMPARE_RUNS,
                Reports.COMPARE_FINDINGS, Reports.SWEEP, SweepReports.TIMES, SweepReports.KNOTS, SweepReports.RUNS));
        return all;
    }
}
