/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tests.desktop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.core.project.model.TmfTraceImportException;
import org.eclipse.tracecompass.tmf.core.project.model.TraceTypeHelper;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.eclipse.tracecompass.tmf.core.trace.TmfTraceManager;
import org.eclipse.tracecompass.tmf.core.trace.experiment.TmfExperiment;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfOpenTraceHelper;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceTypeUIUtils;

/**
 * Recordings as a person would have them: samples of the repository, unpacked, as experiments of projects, opened and forgotten. All methods are called in the UI thread.
 */
final class Samples {
    private static final Map<ByteBuffer, TraceTypeHelper> TYPES = new HashMap<>();

    private Samples() {}

    /** The sample recording of three hosts, opened as an experiment of a project of its own, and selected. */
    static TmfExperiment openSample() {
        return openSample("three-tier");
    }

    /** A folder of tests/traces, opened as an experiment of a project of its own, and selected; once opened it is only selected again. */
    static TmfExperiment openSample(String sample) {
        return openRecording(sample, () -> unpack(sample));
    }

    /** A folder of traces anywhere as an experiment of a project of its own, not opened. */
    static TmfExperimentElement importRecording(String name, Path recording) {
        try {
            return makeExperiment(project("bowline-" + name), name, recording);
        } catch (CoreException | IOException | TmfTraceImportException e) {
            throw new AssertionError("the recording " + name + " cannot be imported", e);
        }
    }

    private static TmfExperiment openRecording(String name, Callable<Path> recording) {
        try {
            Workbench.window();
            TmfProjectElement project = project("bowline-" + name);
            TmfExperimentElement experiment = project.getExperimentsFolder().getExperiment(name);
            if (experiment == null) {
                experiment = makeExperiment(project, name, recording.call());
            }
            return open(experiment);
        } catch (Exception e) {
            throw new AssertionError("the recording " + name + " cannot be opened", e);
        }
    }

    /** Opens an experiment of a project as a double-click does, and waits until it is the active one. */
    static TmfExperiment open(TmfExperimentElement element) {
        assertTrue(TmfOpenTraceHelper.openFromElement(element).isOK(), "the experiment opens");
        Workbench.await("the experiment " + element.getName() + " is the active trace", () -> active(element.getName()) != null);
        return assertPresent(active(element.getName()));
    }

    private static TmfExperiment assertPresent(TmfExperiment experiment) {
        assertNotNull(experiment);
        return experiment;
    }

    private static TmfExperiment active(String name) {
        ITmfTrace trace = TmfTraceManager.getInstance().getActiveTrace();
        return trace instanceof TmfExperiment experiment && experiment.getName().equals(name) ? experiment : null;
    }

    /** Closes all editors, and with them all traces. */
    static void closeAll() {
        Workbench.hide(Workbench.STATISTICS);
        analysesHaveEnded();
        Workbench.page().closeAllEditors(false);
        Workbench.await("all traces are closed", () -> TmfTraceManager.getInstance().getOpenedTraces().isEmpty());
        Workbench.settle();
    }

    /** Trace Compass analyses every trace that is opened, and waits for ever if that trace is closed after the job was scheduled and before it asked for the events. */
    private static void analysesHaveEnded() {
        StrandedAnalyses stranded = new StrandedAnalyses();
        Workbench.await("Trace Compass has ended its analyses", () -> {
            stranded.look();
            return Stream.of(Job.getJobManager().find(null)).noneMatch(job -> job.getName().startsWith(StrandedAnalyses.JOB));
        });
    }

    /** Closes everything and removes all projects, with what was stored for their traces; recordings that are linked stay. */
    static void forgetAll() {
        closeAll();
        try {
            for (IProject project : ResourcesPlugin.getWorkspace().getRoot().getProjects()) {
                project.delete(true, true, new NullProgressMonitor());
            }
        } catch (CoreException e) {
            throw new AssertionError("a project cannot be removed", e);
        }
        Workbench.settle();
    }

    /** Unpacks the hosts of a sample into a new directory, {@code A/kernel, A/ust, B/kernel...}; their metadata have {@link RecordedEvents} only. */
    static Path unpack(String sample) throws IOException {
        Path folder = sampleFolder(sample);
        Path target = Scratch.folder("bowline-sample-").resolve(sample);
        try (Stream<Path> files = Files.list(folder)) {
            for (Path archive : files.filter(file -> file.toString().endsWith(".zip")).sorted().toList()) {
                unpack(archive, target);
            }
        }
        for (Path trace : traces(target)) {
            RecordedEvents.only(trace);
        }
        return target;
    }

    /** The folder of a sample in the repository. */
    static Path sampleFolder(String sample) {
        Path folder = Path.of(System.getProperty("bowline.root", ""), "tests", "traces", sample);
        assertTrue(Files.isDirectory(folder), () -> "no sample at " + folder + "; set -Dbowline.root to the repository");
        return folder;
    }

    private static void unpack(Path archive, Path target) throws IOException {
        try (ZipFile zip = new ZipFile(archive.toFile())) {
            Enumeration<? extends ZipEntry> entries = zip.entries();
            while (entries.hasMoreElements()) {
                ZipEntry entry = entries.nextElement();
                Path file = target.resolve(entry.getName());
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    try (InputStream in = zip.getInputStream(entry)) {
                        Files.copy(in, file);
                    }
                }
            }
        }
    }

    /** A Tracing project of the workspace, made if it is not there. */
    static TmfProjectElement project(String name) {
        IProject project = TmfProjectRegistry.createProject(name, null, new NullProgressMonitor());
        return TmfProjectRegistry.getProject(project, true);
    }

    /** An experiment as Trace Compass's own wizards make it: the traces linked into the project, one folder a host. */
    private static TmfExperimentElement makeExperiment(TmfProjectElement project, String name, Path recording)
            throws CoreException, IOException, TmfTraceImportException {
        List<IFolder> traces = new ArrayList<>();
        for (Path trace : traces(recording)) {
            traces.add(link(project.getTracesFolder().getResource(), recording, trace));
        }
        project.getTracesFolder().refresh();
        IFolder folder = project.getExperimentsFolder().getResource().getFolder(name);
        folder.create(true, true, new NullProgressMonitor());
        folder.setPersistentProperty(TmfCommonConstants.TRACETYPE, "org.eclipse.linuxtools.tmf.core.experiment.generic");
        project.getExperimentsFolder().refresh();
        TmfExperimentElement experiment = project.getExperimentsFolder().getExperiment(name);
        for (TmfTraceElement trace : project.getTracesFolder().getTraces()) {
            if (traces.contains(trace.getResource())) {
                experiment.addTrace(trace);
            }
        }
        experiment.refresh();
        assertEquals(traces.size(), experiment.getTraces().size(), "all traces are in the experiment");
        return experiment;
    }

    private static List<Path> traces(Path recording) throws IOException {
        try (Stream<Path> all = Files.walk(recording)) {
            return all.filter(file -> file.endsWith("metadata")).sorted().map(Path::getParent).toList();
        }
    }

    private static IFolder link(IFolder into, Path recording, Path trace) throws CoreException, IOException, TmfTraceImportException {
        IFolder folder = into;
        Path relative = recording.relativize(trace);
        for (int i = 0; i + 1 < relative.getNameCount(); i++) {
            folder = folder.getFolder(relative.getName(i).toString());
            if (!folder.exists()) {
                folder.create(true, true, new NullProgressMonitor());
            }
        }
        IFolder link = folder.getFolder(relative.getFileName().toString());
        TraceTypeHelper type = type(trace);
        // at once: Trace Compass reads a folder without a type to find out whether it is a trace
        ResourcesPlugin.getWorkspace().run(monitor -> {
            link.createLink(org.eclipse.core.runtime.Path.fromOSString(trace.toString()), IResource.REPLACE, monitor);
            link.setPersistentProperty(TmfCommonConstants.TRACETYPE, type.getTraceTypeId());
        }, folder, IWorkspace.AVOID_UPDATE, new NullProgressMonitor());
        assertTrue(TmfTraceTypeUIUtils.setTraceType(link, type).isOK(), "the trace type is set");
        return link;
    }

    /** What Trace Compass takes a trace for: with the same metadata always the same. */
    private static TraceTypeHelper type(Path trace) throws IOException, TmfTraceImportException {
        ByteBuffer metadata = ByteBuffer.wrap(Files.readAllBytes(trace.resolve("metadata")));
        TraceTypeHelper type = TYPES.get(metadata);
        if (type == null) {
            type = TmfTraceTypeUIUtils.selectTraceType(trace.toString(), null, null);
            assertNotNull(type, () -> "Trace Compass knows what " + trace + " is");
            TYPES.put(metadata, type);
        }
        return type;
    }

    /** The folder of a trace in a project, by the name of its host's folder and its own. */
    static TmfTraceElement trace(TmfTraceFolder folder, String path) {
        return folder.getTraces().stream().filter(trace -> trace.getElementPath().equals(path)).findFirst()
                .orElseThrow(() -> new AssertionError("no trace " + path + " in " + folder.getTraces()));
    }
}
