/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.graph;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.eclipse.jface.viewers.LabelProvider;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.ui.dialogs.CheckedTreeSelectionDialog;
import org.jspecify.annotations.Nullable;

import org.bowline.core.timeline.Timeline;
import org.bowline.tracecompass.core.waitfor.WaitOrigins;

/** Lets a person choose the hosts and processes whose waits count. */
final class OriginsDialog {
    /** A process as it is listed: with the name of its first thread. */
    private record Entry(String host, int pid, String name) {}

    private OriginsDialog() {}

    /** Asks; null if the person changed his mind. Nothing checked means all. */
    static @Nullable WaitOrigins ask(Shell shell, Timeline timeline, WaitOrigins before) {
        Map<String, Map<Integer, Entry>> processes = processes(timeline);
        CheckedTreeSelectionDialog dialog = new CheckedTreeSelectionDialog(shell, new Labels(), new Content(processes));
        dialog.setTitle(Messages.Filter_Title);
        dialog.setMessage(Messages.Filter_Message);
        dialog.setContainerMode(true);
        dialog.setInput(processes);
        List<Object> checked = new ArrayList<>(before.hosts());
        for (Map<Integer, Entry> ofHost : processes.values()) {
            for (Entry entry : ofHost.values()) {
                if (before.hosts().contains(entry.host) || before.processes().contains(new WaitOrigins.Process(entry.host, entry.pid))) {
                    checked.add(entry);
                }
            }
        }
        dialog.setInitialSelections(checked.toArray());
        if (dialog.open() != Window.OK) {
            return null;
        }
        return origins(dialog.getResult(), processes);
    }

    private static WaitOrigins origins(Object[] checked, Map<String, Map<Integer, Entry>> processes) {
        Set<WaitOrigins.Process> chosen = new HashSet<>();
        for (Object element : checked) {
            if (element instanceof Entry entry) {
                chosen.add(new WaitOrigins.Process(entry.host, entry.pid));
            }
        }
        Set<String> hosts = new HashSet<>();
        for (Map.Entry<String, Map<Integer, Entry>> host : processes.entrySet()) {
            Set<WaitOrigins.Process> all = new HashSet<>();
            host.getValue().values().forEach(entry -> all.add(new WaitOrigins.Process(entry.host, entry.pid)));
            if (chosen.containsAll(all)) {
                hosts.add(host.getKey());
                chosen.removeAll(all);
            }
        }
        return hosts.size() == processes.size() ? WaitOrigins.ALL : new WaitOrigins(hosts, chosen);
    }

    private static Map<String, Map<Integer, Entry>> processes(Timeline timeline) {
        Map<String, Map<Integer, Entry>> result = new TreeMap<>();
        for (int thread = 0; thread < timeline.threadCount(); thread++) {
            if (!timeline.isIdle(thread)) {
                String host = timeline.hostName(timeline.host(thread));
                int pid = timeline.pid(thread);
                Map<Integer, Entry> ofHost = result.computeIfAbsent(host, name -> new TreeMap<>());
                if (!ofHost.containsKey(pid) || timeline.tid(thread) == pid) {
                    ofHost.put(pid, new Entry(host, pid, timeline.name(thread)));
                }
            }
        }
        return result;
    }

    private static final class Content implements ITreeContentProvider {
        private final Map<String, Map<Integer, Entry>> processes;

        Content(Map<String, Map<Integer, Entry>> processes) {
            this.processes = processes;
        }

        @Override
        public Object[] getElements(@Nullable Object input) {
            return processes.keySet().toArray();
        }

        @Override
        public Object[] getChildren(Object parent) {
            Map<Integer, Entry> children = parent instanceof String host ? processes.get(host) : null;
            return children == null ? new Object[0] : children.values().toArray();
        }

        @Override
        public @Nullable Object getParent(Object element) {
            return element instanceof Entry entry ? entry.host : null;
        }

        @Override
        public boolean hasChildren(Object element) {
            return element instanceof String;
        }
    }

    private static final class Labels extends LabelProvider {
        @Override
        public String getText(Object element) {
            return element instanceof Entry entry
                    ? entry.pid < 0 ? Messages.Filter_UnknownProcess : entry.name + " (" + entry.pid + ')'
                    : String.valueOf(element);
        }
    }
}
