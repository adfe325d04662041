/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.tags;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.analysis.TagQuestion;
import org.bowline.core.model.Caveat;
import org.bowline.core.progress.Progress;
import org.bowline.core.tag.TagPlace;
import org.bowline.core.tag.TagTimes;
import org.bowline.core.trace.AnalysisResult;
import org.bowline.report.rows.TagRow;

/**
 * Where the time of a range goes, by modules.
 *
 * @param analysis what was asked
 * @param cpu the processor that counts; null for all
 * @param cpus the processors on which threads with tags ran, in order, and the one that counts, whether one ran there or not
 * @param hosts a tree for each host
 * @param caveats what is not known, the most severe first
 */
public record TagsAnswer(Analysis analysis, TagQuestion.@Nullable Cpu cpu, List<TagQuestion.Cpu> cpus, List<Node> hosts,
        List<Caveat> caveats) {
    /**
     * A module, or a host.
     *
     * @param name the last part of its path, or the host's name
     * @param row its figures; null of a host
     * @param children what is within it, the longest first
     */
    public record Node(String name, @Nullable TagRow row, List<Node> children) {}

    /** Copies the lists. */
    public TagsAnswer {
        cpus = List.copyOf(cpus);
        hosts = List.copyOf(hosts);
        caveats = List.copyOf(caveats);
    }

    /** Whether no thread told of its tags. */
    public boolean isWithoutTags() {
        return analysis.tags().isEmpty();
    }

    /** Why the tags are not known; null if they are, though there may be none. */
    public @Nullable String unread() {
        return TagEvents.unread(caveats);
    }

    /**
     * Adds up the time of a range. Long: not for the UI thread.
     *
     * @param read what was read of the tags
     * @param question range and threads
     * @param cpu the processor that counts; null for all
     * @throws org.bowline.core.progress.CancelledException if the progress says so
     */
    public static TagsAnswer of(AnalysisResult result, TagEvents.Read read, Question question, TagQuestion.@Nullable Cpu cpu,
            Progress progress) {
        Analysis analysis = Analysis.of(result).tags(read.log())
                .question(question.with(TagQuestion.EVENTS, read.specs()).with(TagQuestion.CPUS, cpu == null ? List.of() : List.of(cpu)))
                .progress(progress).build();
        List<Caveat> caveats = new ArrayList<>(analysis.caveats(List.of(TagQuestion.PROFILE)));
        caveats.addAll(read.caveats());
        caveats.sort(Comparator.comparing(Caveat::severity).reversed());
        return new TagsAnswer(analysis, cpu, cpus(analysis, cpu), analysis.tags().isEmpty() ? List.of() : tree(TagRow.byHost(analysis)),
                caveats);
    }

    private static List<TagQuestion.Cpu> cpus(Analysis analysis, TagQuestion.@Nullable Cpu chosen) {
        Analysis all = analysis.question().get(TagQuestion.CPUS).isEmpty() ? analysis
                : Analysis.of(analysis.timeline()).tags(analysis.tags()).question(analysis.question().with(TagQuestion.CPUS, List.of()))
                        .progress(analysis.progress()).build();
        Stream<TagQuestion.Cpu> ran = all.get(TagQuestion.PROFILE).byCpu().stream()
                .filter(row -> row.cpu() != TagTimes.NO_CPU && row.nanos() > 0)
                .map(row -> new TagQuestion.Cpu(all.timeline().hostName(row.host()), row.cpu()));
        return Stream.concat(ran, Stream.ofNullable(chosen)).distinct()
                .sorted(Comparator.comparing(TagQuestion.Cpu::host).thenComparingInt(TagQuestion.Cpu::number)).toList();
    }

    /** Rows come after the one that they are within; levels may be left out. */
    private static List<Node> tree(List<TagRow> rows) {
        List<Node> hosts = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>();
        for (TagRow row : rows) {
            if (hosts.isEmpty() || !hosts.get(hosts.size() - 1).name().equals(row.host())) {
                hosts.add(new Node(row.host(), null, new ArrayList<>()));
                open.clear();
                open.push(hosts.get(hosts.size() - 1));
            }
            while (open.size() > 1 && !isWithin(row, open.getFirst())) {
                open.pop();
            }
            TagRow around = open.getFirst().row();
            String name = around == null || !row.isTag() ? row.path() : row.path().substring(around.path().length() + 1);
            Node node = new Node(name, row, new ArrayList<>());
            open.getFirst().children().add(node);
            open.push(node);
        }
        return hosts;
    }

    private static boolean isWithin(TagRow row, Node around) {
        TagRow of = around.row();
        return of == null || row.isTag() && of.isTag() && row.depth() > of.depth();
    }

    /** The longest stretch in which a thread ran in a module, or in what is within it; none if none did. Long: not for the UI thread. */
    public List<TagPlace> longest(TagRow row, Progress progress) {
        return TagQuestion.longest(analysis.with(progress), row.times().host(), row.times().path()).map(List::of).orElse(List.of());
    }
}
