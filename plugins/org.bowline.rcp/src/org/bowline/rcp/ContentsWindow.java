/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import org.eclipse.help.HelpSystem;
import org.eclipse.help.IHelpResource;
import org.eclipse.help.IToc;
import org.eclipse.help.ITopic;
import org.eclipse.jface.window.Window;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Point;
import org.eclipse.swt.layout.FillLayout;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Shell;
import org.eclipse.swt.widgets.Tree;
import org.eclipse.swt.widgets.TreeItem;
import org.eclipse.ui.PlatformUI;

/** The tree of all pages; Enter or a double-click opens one. */
final class ContentsWindow extends Window {
    private static final String OURS = "/org.bowline.help/";

    ContentsWindow() {
        super(PlatformUI.getWorkbench().getModalDialogShellProvider());
        setShellStyle(SWT.SHELL_TRIM);
        setBlockOnOpen(false);
    }

    @Override
    protected void configureShell(Shell shell) {
        super.configureShell(shell);
        shell.setText(Messages.Contents_Title);
        shell.setLayout(new FillLayout());
    }

    @Override
    protected Point getInitialSize() {
        return new Point(460, 600);
    }

    @Override
    protected Control createContents(Composite parent) {
        Composite area = new Composite(parent, SWT.NONE);
        area.setLayout(new GridLayout());
        Label hint = new Label(area, SWT.WRAP);
        hint.setText(Messages.Contents_Hint);
        hint.setLayoutData(new GridData(SWT.FILL, SWT.CENTER, true, false));
        Tree tree = new Tree(area, SWT.BORDER | SWT.SINGLE);
        tree.setLayoutData(new GridData(SWT.FILL, SWT.FILL, true, true));
        for (IToc toc : HelpSystem.getTocs()) {
            TreeItem item = item(new TreeItem(tree, SWT.NONE), toc);
            for (ITopic topic : toc.getTopics()) {
                add(item, topic);
            }
            item.setExpanded(toc.getHref().startsWith(OURS));
        }
        tree.addListener(SWT.DefaultSelection, event -> {
            if (event.item instanceof TreeItem item) {
                if (item.getData() instanceof String href) {
                    Pages.open(href);
                } else {
                    item.setExpanded(!item.getExpanded());
                }
            }
        });
        return area;
    }

    private static void add(TreeItem parent, ITopic topic) {
        TreeItem item = item(new TreeItem(parent, SWT.NONE), topic);
        for (ITopic below : topic.getSubtopics()) {
            add(item, below);
        }
        item.setExpanded(true);
    }

    private static TreeItem item(TreeItem item, IHelpResource resource) {
        item.setText(resource.getLabel());
        item.setData(resource instanceof IToc ? null : resource.getHref());
        return item;
    }
}
