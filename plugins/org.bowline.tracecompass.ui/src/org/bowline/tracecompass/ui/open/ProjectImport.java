/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import com.google.common.hash.Hashing;
import org.eclipse.core.resources.IContainer;
import org.eclipse.core.resources.IFolder;
import org.eclipse.core.resources.IProject;
import org.eclipse.core.resources.IResource;
import org.eclipse.core.resources.IWorkspace;
import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.core.runtime.CoreException;
import org.eclipse.core.runtime.IPath;
import org.eclipse.core.runtime.IProgressMonitor;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.NullProgressMonitor;
import org.eclipse.core.runtime.OperationCanceledException;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.QualifiedName;
import org.eclipse.core.runtime.Status;
import org.eclipse.core.runtime.SubMonitor;
import org.eclipse.core.runtime.URIUtil;
import org.eclipse.core.runtime.jobs.Job;
import org.eclipse.osgi.util.NLS;
import org.eclipse.tracecompass.tmf.core.TmfCommonConstants;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfExperimentFolder;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfProjectRegistry;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceElement;
import org.eclipse.tracecompass.tmf.ui.project.model.TmfTraceFolder;
import org.jspecify.annotations.Nullable;

import org.bowline.core.progress.CancelledException;
import org.bowline.core.progress.Progress;
import org.bowline.core.store.AnalysisStore;
import org.bowline.core.symbol.RecordedSymbols;
import org.bowline.core.trace.OpenOptions;
import org.bowline.tracecompass.core.open.Recording;
import org.bowline.tracecompass.ui.frame.Ui;

/**
 * Puts a recording into a Tracing project: {@code Traces/RECORDING/HOST/trace}, linked, or copied where an archive was unpacked, and an experiment of them. All or
 * nothing: what was made is removed unless {@link #finish} was reached.
 */
final class ProjectImport implements AutoCloseable {
    private static final String NATURE = "org.eclipse.linuxtools.tmf.project.nature";
    private static final String EXPERIMENT_TYPE = "org.eclipse.linuxtools.tmf.core.experiment.generic";
    private static final QualifiedName SOURCE = new QualifiedName("org.bowline.tracecompass", "source");
    private static final QualifiedName FINGERPRINT = new QualifiedName("org.bowline.tracecompass", "fingerprint");

    private final IProject project;
    private final boolean madeProject;
    private final Deque<IResource> made = new ArrayDeque<>();
    private final Map<TmfTraceElement, Recording.Trace> clocks = new HashMap<>();
    private final Set<TmfTraceElement> reused = new HashSet<>();
    private @Nullable TmfExperimentElement madeExperiment;
    private boolean finished;

    private ProjectImport(IProject project, boolean madeProject) {
        this.project = project;
        this.madeProject = madeProject;
    }

    /**
     * Into a project of that name, which is made if it is not there, and opened if it is closed.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    static ProjectImport into(String name, IProgressMonitor monitor) throws CoreException {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        if (project.exists()) {
            if (!project.isOpen()) {
                project.open(new NullProgressMonitor());
            }
            if (!project.hasNature(NATURE)) {
                throw failure(NLS.bind(Messages.open_noProject, name), null);
            }
            asOnDisk(project, monitor);
            return new ProjectImport(project, false);
        }
        IProject created = TmfProjectRegistry.createProject(name, null, new NullProgressMonitor());
        if (created == null || !created.isOpen()) {
            throw failure(NLS.bind(Messages.open_projectClosed, name), null);
        }
        return new ProjectImport(created, true);
    }

    /**
     * After the program was killed the workspace knows its files only as they were when it was last saved, and finds the rest in the background: whoever looks
     * before sees half of a project.
     */
    private static void asOnDisk(IProject project, IProgressMonitor monitor) throws CoreException {
        try {
            project.refreshLocal(IResource.DEPTH_INFINITE, SubMonitor.convert(monitor));
            for (Object family : List.of(ResourcesPlugin.FAMILY_AUTO_REFRESH, ResourcesPlugin.FAMILY_MANUAL_REFRESH)) {
                Job.getJobManager().join(family, SubMonitor.convert(monitor));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        } catch (OperationCanceledException e) {
            throw new CancelledException();
        }
    }

    /**
     * The experiments that were made of these folders as they are now: no file of theirs is another than then. None if the project is not there, or closed.
     *
     * @throws org.bowline.core.progress.CancelledException if cancelled
     */
    static List<TmfExperimentElement> unchanged(String name, List<Path> roots, IProgressMonitor monitor) throws CoreException {
        IProject project = ResourcesPlugin.getWorkspace().getRoot().getProject(name);
        if (!project.isAccessible() || !project.hasNature(NATURE)) {
            return List.of();
        }
        asOnDisk(project, monitor);
        TmfProjectElement element = modelOf(project);
        TmfExperimentFolder experiments = element == null ? null : element.getExperimentsFolder();
        String source = sourceOf(roots);
        String fingerprint = fingerprint(roots);
        List<TmfExperimentElement> found = new ArrayList<>();
        if (experiments != null && fingerprint != null) {
            for (TmfExperimentElement each : madeOf(source, experiments)) {
                if (fingerprint.equals(each.getResource().getPersistentProperty(FINGERPRINT))) {
                    found.add(each);
                }
            }
        }
        return found;
    }

    /** The experiments of a source. */
    private static List<TmfExperimentElement> madeOf(String source, TmfExperimentFolder experiments) throws CoreException {
        List<TmfExperimentElement> found = new ArrayList<>();
        for (TmfExperimentElement each : experiments.getExperiments()) {
            if (source.equals(each.getResource().getPersistentProperty(SOURCE))) {
                found.add(each);
                if (each.getBookmarksFile().exists()) {
                    // in a program that was killed the file is not known as hidden and of bookmarks any more: it would be taken for a trace
                    each.createBookmarksFile(new NullProgressMonitor()).setHidden(true);
                    each.refresh();
                }
            }
        }
        return found;
    }

    /** What Trace Compass knows of the project; brought up to date, for it learns of changes of the workspace later. */
    private static @Nullable TmfProjectElement modelOf(IProject project) {
        TmfProjectElement element = TmfProjectRegistry.getProject(project, true);
        if (element != null) {
            element.refresh();
        }
        return element;
    }

    private static @Nullable String fingerprint(List<Path> roots) {
        try {
            return AnalysisStore.fingerprint(roots, OpenOptions.DEFAULT);
        } catch (IOException e) {
            return null; // whoever opens them says why
        }
    }

    /**
     * The experiment of these folders: the one that is there, if they were imported before and still have the same traces, else a new one.
     *
     * @param reuse whether traces that are in the project already are taken from there, and an experiment that has exactly them is the one
     */
    TmfExperimentElement experiment(List<Path> roots, Recording recording, boolean reuse, Progress progress) throws CoreException {
        TmfProjectElement element = modelOf(project);
        TmfTraceFolder traces = element == null ? null : element.getTracesFolder();
        TmfExperimentFolder experiments = element == null ? null : element.getExperimentsFolder();
        if (!project.isOpen()) {
            throw failure(NLS.bind(Messages.open_projectClosed, project.getName()), null);
        }
        if (traces == null || experiments == null) {
            throw failure(NLS.bind(Messages.open_noPlace, project.getName()), null);
        }
        String source = sourceOf(roots);
        for (TmfExperimentElement each : reuse ? experiments.getExperiments() : madeOf(source, experiments)) {
            if (matches(each, recording)) {
                each.getResource().setPersistentProperty(FINGERPRINT, fingerprint(roots));
                return each;
            }
        }
        try {
            Map<Path, TmfTraceElement> there = new HashMap<>();
            if (reuse) {
                for (TmfTraceElement trace : traces.getTraces()) {
                    IPath location = trace.getResource().getLocation();
                    if (location != null) {
                        there.put(location.toFile().toPath().toAbsolutePath().normalize(), trace);
                    }
                }
            }
            TmfExperimentElement experiment = create(traces, experiments, there, source, recording, progress);
            experiment.getResource().setPersistentProperty(FINGERPRINT, fingerprint(roots));
            return experiment;
        } catch (IOException e) {
            throw failure(NLS.bind(Messages.import_failed, project.getName(), reason(e)), e);
        }
    }

    private boolean matches(TmfExperimentElement experiment, Recording recording) {
        Map<TmfTraceElement, Recording.Trace> found = new HashMap<>();
        List<TmfTraceElement> members = experiment.getTraces();
        for (TmfTraceElement member : members) {
            TmfTraceElement trace = member.getElementUnderTraceFolder();
            recording.traces().stream()
                    .filter(each -> sameFiles(trace, each) && readByUs(trace.getTraceType()) == readByUs(each.typeId()))
                    .findFirst().ifPresent(each -> found.put(trace, each));
        }
        if (found.size() != recording.traces().size() || members.size() != found.size()) {
            return false;
        }
        clocks.putAll(found);
        return true;
    }

    /** A trace that was whole then and is cut off now, or the other way round, needs another trace type than it has. */
    private static boolean readByUs(@Nullable String typeId) {
        return Recording.CTF2_TYPE.equals(typeId);
    }

    /** Whether the trace of the project is that one: linked to it, or the copy of what was in the archive. */
    private static boolean sameFiles(TmfTraceElement trace, Recording.Trace recorded) {
        IResource resource = trace.getResource();
        if (resource.getLocation() == null) {
            return false;
        }
        Path there = resource.getLocation().toFile().toPath();
        return recorded.isTemporary()
                ? trace.getElementPath().endsWith('/' + recorded.folder() + '/' + recorded.name()) && !resource.isLinked()
                        && Files.exists(there.resolve("metadata"))
                : there.equals(recorded.directory());
    }

    private TmfExperimentElement create(TmfTraceFolder traces, TmfExperimentFolder experiments, Map<Path, TmfTraceElement> there,
            String source,
            Recording recording, Progress progress)
            throws CoreException, IOException {
        boolean allThere = recording.traces().stream().allMatch(trace -> known(trace, there) != null);
        String name = allThere ? freeName(recording.name(), experiments.getResource())
                : freeName(recording.name(), traces.getResource(), experiments.getResource());
        List<IResource> imported = new ArrayList<>();
        for (int i = 0; i < recording.traces().size(); i++) {
            Recording.Trace trace = recording.traces().get(i);
            progress.check();
            progress.report(NLS.bind(Messages.import_task, trace.folder() + '/' + trace.name()), (double) i / recording.traces().size());
            TmfTraceElement known = known(trace, there);
            imported.add(known == null ? importTrace(folder(folder(traces.getResource(), name), trace.folder()), trace, progress)
                    : known.getResource());
            if (known != null) {
                reused.add(known);
            }
        }
        traces.refresh();
        IFolder experimentFolder = experiments.getResource().getFolder(name);
        experimentFolder.create(true, true, new NullProgressMonitor());
        made.push(experimentFolder);
        experimentFolder.setPersistentProperty(TmfCommonConstants.TRACETYPE, EXPERIMENT_TYPE);
        experimentFolder.setPersistentProperty(SOURCE, source);
        experiments.refresh();
        TmfExperimentElement experiment = experiments.getExperiment(name);
        if (experiment == null) {
            throw failure(NLS.bind(Messages.open_projectClosed, project.getName()), null);
        }
        madeExperiment = experiment;
        List<TmfTraceElement> elements = traces.getTraces();
        for (int i = 0; i < imported.size(); i++) {
            progress.check();
            IResource resource = imported.get(i);
            TmfTraceElement element = elements.stream().filter(each -> each.getResource().equals(resource)).findFirst()
                    .orElseThrow(() -> failure(NLS.bind(Messages.open_projectClosed, project.getName()), null));
            element.refreshTraceType(); // it may have been made before the folder was given its type
            experiment.addTrace(element, false);
            clocks.put(element, recording.traces().get(i));
        }
        experiment.refreshTraceType();
        experiment.createBookmarksFile(new NullProgressMonitor()); // now, so that it is part of what is saved
        experiment.refresh();
        return experiment;
    }

    private static @Nullable TmfTraceElement known(Recording.Trace trace, Map<Path, TmfTraceElement> there) {
        TmfTraceElement known = trace.isTemporary() ? null : there.get(trace.directory());
        return known != null && trace.typeId().equals(known.getTraceType()) ? known : null;
    }

    private IFolder folder(IFolder parent, String name) throws CoreException {
        IFolder folder = parent.getFolder(name);
        if (!folder.exists()) {
            folder.create(true, true, new NullProgressMonitor());
            made.push(folder);
        }
        return folder;
    }

    private IResource importTrace(IFolder host, Recording.Trace trace, Progress progress) throws CoreException, IOException {
        IFolder target = host.getFolder(trace.name());
        if (trace.isTemporary()) {
            target.create(true, true, new NullProgressMonitor());
            made.push(target);
            copy(trace.directory(), target.getLocation().toFile().toPath(), progress);
            target.refreshLocal(IResource.DEPTH_INFINITE, new NullProgressMonitor());
            importSymbols(host, trace, progress);
        } else {
            // at once: Trace Compass reads a folder without a type to find out whether it is a trace
            ResourcesPlugin.getWorkspace().run(monitor -> {
                target.createLink(org.eclipse.core.runtime.Path.fromOSString(trace.directory().toString()), IResource.REPLACE, monitor);
                made.push(target);
                target.setPersistentProperty(TmfCommonConstants.TRACETYPE, trace.typeId());
            }, host, IWorkspace.AVOID_UPDATE, new NullProgressMonitor());
        }
        target.setPersistentProperty(TmfCommonConstants.SOURCE_LOCATION, URIUtil.toUnencodedString(trace.source().toUri()));
        target.setPersistentProperty(TmfCommonConstants.TRACETYPE, trace.typeId());
        return target;
    }

    /** What was collected of a host is beside its copied traces, too, where Bowline looks for it. Hidden, as Trace Compass would take its files for traces. */
    private void importSymbols(IFolder host, Recording.Trace trace, Progress progress) throws CoreException, IOException {
        Path collected = trace.symbols();
        IFolder target = host.getFolder(RecordedSymbols.FOLDER);
        if (collected != null && !target.exists()) {
            target.create(IResource.FORCE | IResource.HIDDEN, true, new NullProgressMonitor());
            made.push(target);
            copy(collected, target.getLocation().toFile().toPath(), progress);
        }
    }

    private static void copy(Path from, Path to, Progress progress) throws IOException {
        byte[] buffer = new byte[1 << 16];
        try (Stream<Path> all = Files.walk(from)) {
            for (Path each : (Iterable<Path>) all::iterator) {
                progress.check();
                Path target = to.resolve(from.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(target);
                    continue;
                }
                try (InputStream in = Files.newInputStream(each); OutputStream out = Files.newOutputStream(target)) {
                    for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                        progress.check();
                        out.write(buffer, 0, count);
                    }
                }
            }
        }
    }

    private static String freeName(String wish, IContainer... containers) {
        return freeName(wish, name -> Stream.of(containers).anyMatch(container -> container.findMember(name) != null));
    }

    /** The name, or the first one with a number behind it, that is not taken. */
    static String freeName(String wish, Predicate<String> isTaken) {
        String name = wish;
        for (int i = 2; isTaken.test(name); i++) {
            name = wish + '(' + i + ')';
        }
        return name;
    }

    /** A resource's property is short: the folders are told by their digest. */
    static String sourceOf(List<Path> roots) {
        List<String> paths = roots.stream().map(root -> {
            try {
                return root.toRealPath().toString();
            } catch (IOException e) {
                return root.toAbsolutePath().normalize().toString();
            }
        }).sorted().toList();
        return Hashing.sha256().hashString(String.join("\n", paths), StandardCharsets.UTF_8).toString();
    }

    /** The traces of the project, and what the recording knows of them. */
    Map<TmfTraceElement, Recording.Trace> traces() {
        return clocks;
    }

    /** What was made stays, also if the program is killed from now on: the workspace otherwise keeps properties of files to itself until it is closed. */
    void finish() {
        finished = true;
        IStatus saved;
        try {
            saved = ResourcesPlugin.getWorkspace().save(true, new NullProgressMonitor());
        } catch (CoreException e) {
            saved = e.getStatus();
        }
        if (!saved.isOK()) {
            Platform.getLog(ProjectImport.class).log(saved);
        }
    }

    /** Removes what was made, unless it was finished. */
    @Override
    public void close() {
        if (finished) {
            return;
        }
        try {
            if (madeProject) {
                project.delete(true, true, new NullProgressMonitor());
                return;
            }
            if (!project.isOpen()) {
                return; // closed by the user: what was made is not reachable now
            }
            TmfExperimentElement experiment = madeExperiment;
            if (experiment != null) {
                clocks.keySet().stream().filter(trace -> !reused.contains(trace)).forEach(TmfTraceElement::deleteSupplementaryFolder);
                experiment.deleteSupplementaryFolder();
            }
            for (IResource resource : made) {
                if (resource.exists()) {
                    resource.delete(true, new NullProgressMonitor());
                }
            }
            TmfProjectElement element = TmfProjectRegistry.getProject(project, false);
            if (element != null) {
                element.refresh();
            }
        } catch (CoreException e) {
            Platform.getLog(ProjectImport.class).warn("What was imported could not be removed from " + project.getName(), e);
        }
    }

    static String reason(Throwable e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }

    private static CoreException failure(String text, @Nullable Throwable cause) {
        return new CoreException(new Status(Status.ERROR, Ui.PLUGIN, text, cause));
    }
}
