/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.eclipse.swt.widgets.Display;
import org.eclipse.tracecompass.tmf.core.signal.TmfSelectionRangeUpdatedSignal;
import org.eclipse.tracecompass.tmf.core.signal.TmfSignalManager;
import org.eclipse.tracecompass.tmf.core.timestamp.TmfTimestamp;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.ui.IViewPart;
import org.eclipse.ui.IWorkbenchPage;
import org.eclipse.ui.PlatformUI;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.bowline.core.analysis.Analysis;
import org.bowline.core.analysis.Question;
import org.bowline.core.progress.Progress;
import org.bowline.core.timeline.Timeline;
import org.bowline.core.trace.IntervalSpec;
import org.bowline.core.trace.OpenOptions;
import org.bowline.report.analyses.RunFiles;
import org.bowline.report.export.ReportDirectory;
import org.bowline.report.table.Format;
import org.bowline.tracecompass.core.analysis.WaitAnalysisModule;
import org.bowline.tracecompass.core.compare.CompareAnswer;
import org.bowline.tracecompass.core.compare.RunSource;
import org.bowline.tracecompass.core.flame.FlameAnswer.What;
import org.bowline.tracecompass.core.requests.RequestsAnswer;
import org.bowline.tracecompass.ui.WaitAnalysisPerspective;
import org.bowline.tracecompass.ui.compare.CompareView;
import org.bowline.tracecompass.ui.flame.FlameView;
import org.bowline.tracecompass.ui.frame.Choice;
import org.bowline.tracecompass.ui.open.OpenRecordingJob;
import org.bowline.tracecompass.ui.requests.RequestsView;
import org.bowline.tracecompass.ui.tags.TagsView;

/**
 * Every view in its place of the perspective, on recordings that have something for it, as pictures for people to look at: {@code -Dbowline.theme=light -Dbowline.size=1280x800}, and so on for dark and 1600x1000.
 */
final class EveryScreenTest {
    private static final List<String> VIEWS = List.of("findings", "knots", "clocks", "waitfor", "threads", "criticalpath", "details",
            "tags",
            "tables");
    private static final long SETTLED_MILLIS = 300;

    @BeforeEach
    void onRequest() throws Exception {
        assumeTrue(Look.size() != null, "makes pictures only: -Dbowline.size=1280x800 -Dbowline.theme=dark -Dtest=EveryScreenTest");
        PlatformUI.getWorkbench().showPerspective(WaitAnalysisPerspective.ID, Workbench.window());
        Workbench.resize();
        Workbench.page().resetPerspective();
        Workbench.settle();
    }

    @AfterEach
    void close() {
        if (Look.size() != null) {
            Samples.forgetAll();
        }
    }

    /** A picture of the window with a view in front in its place. */
    private static IViewPart picture(String view, String name) {
        IViewPart part = Workbench.showView("org.bowline.views." + view);
        assertNotNull(part);
        Workbench.settle();
        Display.getCurrent().setCursorLocation(0, Look.size().y - 1); // no tooltip is in the way
        Workbench.pump(() -> false, SETTLED_MILLIS);
        Pictures.screenshot(name + '-' + view);
        return part;
    }

    private static TmfExperiment open(Path folder) {
        TmfExperiment experiment = Opening.opened(new OpenRecordingJob(List.of(folder), null));
        Workbench.await("the analysis has a result", () -> WaitAnalysisModule.of(experiment).result() != null);
        Workbench.settle();
        return experiment;
    }

    /** Chooses a thread, and the middle of the work. */
    private void look(TmfExperiment experiment, String name) {
        Timeline timeline = WaitAnalysisModule.of(experiment).result().timeline();
        int thread = 0;
        while (!timeline.name(thread).equals(name)) {
            thread++;
        }
        long middle = (WaitAnalysisModule.of(experiment).work().fromNanos() + WaitAnalysisModule.of(experiment).work().toNanos()) / 2;
        TmfSignalManager.dispatchSignal(
                new TmfSelectionRangeUpdatedSignal(this, TmfTimestamp.fromNanos(middle), TmfTimestamp.fromNanos(middle), experiment));
        Choice.tell(this, experiment, new Choice.OfThread(thread));
        Workbench.settle();
    }

    private static void everyView(String name) {
        VIEWS.forEach(view -> picture(view, name));
    }

    @Test
    void threeHosts() throws Exception {
        TmfExperiment experiment = open(Samples.unpack("three-tier"));
        Workbench.pump(() -> false, SETTLED_MILLIS);
        Pictures.screenshot("three-tier-opened");
        look(experiment, "w1-client");
        everyView("three-tier");
        RequestsView requests = (RequestsView) picture("requests", "three-tier-which");
        requests.choose(experiment, List.of(IntervalSpec.parse("begin=wl:req_begin,end=wl:req_end,key=req,label=type")));
        Workbench.await("the requests are known", () -> requests.answer() instanceof RequestsAnswer.Known && !requests.isBusy());
        picture("requests", "three-tier");
        picture("flame", "three-tier");
        picture("compare", "three-tier-empty");
    }

    @Test
    void callStacksAndSamples() throws Exception {
        TmfExperiment experiment = open(Samples.sampleFolder("sampled-writer"));
        FlameView view = (FlameView) Workbench.showView(FlameView.ID);
        view.ask(What.BOTH);
        Workbench.await("both are shown", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.BOTH);
        picture("flame", "sampled-writer");
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_MAXIMIZED);
        Workbench.settle();
        Pictures.screenshot("sampled-writer-flame-alone");
        Workbench.page().setPartState(Workbench.page().getReference(view), IWorkbenchPage.STATE_RESTORED);
        look(experiment, "w2-B");
        picture("details", "sampled-writer");
    }

    @Test
    void modules() throws Exception {
        TmfExperiment experiment = open(Samples.unpack("tagged-server/slow"));
        look(experiment, "s-tidy");
        TagsView tags = (TagsView) Workbench.showView(TagsView.ID);
        Workbench.await("there is an answer", () -> tags.answer() != null && !tags.isBusy());
        everyView("tagged-server");
        FlameView view = (FlameView) Workbench.showView(FlameView.ID);
        view.ask(What.RUNNING);
        Workbench.await("modules are shown", () -> !view.isBusy() && view.answer() != null && view.answer().what() == What.RUNNING);
        picture("flame", "tagged-server");
    }

    @Test
    void manyThreads() throws Exception {
        open(Opening.sharedTraces("lab", "w4-pg"));
        everyView("postgresql");
        picture("flame", "postgresql");
        Samples.closeAll();
        open(recording("first-answers", "thread-per-request"));
        everyView("thread-per-request");
        Samples.closeAll();
        open(recording("first-answers", "process-per-job"));
        everyView("process-per-job");
    }

    private static Path recording(String... names) throws IOException {
        return Samples.unpack(String.join("/", names));
    }

    @Test
    void compared() throws Exception {
        CompareView view = (CompareView) Workbench.showView(CompareView.ID);
        picture("compare", "nothing");
        view.showSweep(Samples.sampleFolder("fallen-server"));
        Workbench.await("the sweep is shown", () -> view.answer() instanceof CompareAnswer.Swept swept
                && swept.input().recorded().unread() == 0 && !view.isBusy());
        for (int tab = 0; tab < view.sweepPane().folder().getItemCount(); tab++) {
            view.sweepPane().folder().setSelection(tab);
            picture("compare", "sweep-" + tab);
        }
        Path folder = Scratch.folder("bowline-screens");
        for (String side : List.of("one-row", "spread")) {
            write(folder.resolve(side), Samples.unpack("postgresql-totals/" + side));
        }
        view.compare(List.of(new RunSource.Folder(folder.resolve("one-row"))), List.of(new RunSource.Folder(folder.resolve("spread"))));
        Workbench.await("it is compared", () -> !view.isBusy() && view.answer() instanceof CompareAnswer.Known);
        picture("compare", "postgresql-totals");
    }

    private static void write(Path to, Path recording) throws IOException {
        Files.createDirectories(to.getParent());
        Analysis analysis = Analysis.of(List.of(recording), OpenOptions.DEFAULT, Question.WORK, Progress.NONE);
        try (ReportDirectory reports = RunFiles.prepare(to, Progress.NONE)) {
            RunFiles.write(analysis, reports, Format.CSV);
            reports.commit();
        }
    }
}
