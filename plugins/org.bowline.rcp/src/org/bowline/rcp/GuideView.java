/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import java.io.IOException;
import java.io.InputStream;

import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.eclipse.core.commands.common.CommandException;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.ScrolledComposite;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.layout.GridLayout;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.ui.commands.ICommandService;
import org.eclipse.ui.handlers.IHandlerService;
import org.eclipse.ui.part.ViewPart;
import org.eclipse.ui.statushandlers.StatusManager;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** The cheat sheet "Find the bottleneck": its steps, each with a link that does it. Eclipse's own viewer cannot be loaded without the help window. */
public final class GuideView extends ViewPart {
    private static final String BUNDLE = "org.bowline.help";
    private static final String SHEET = "cheatsheets/find-the-bottleneck.xml";
    private @Nullable Composite steps;

    @Override
    public void createPartControl(Composite parent) {
        ScrolledComposite scrolled = new ScrolledComposite(parent, SWT.V_SCROLL);
        Composite area = new Composite(scrolled, SWT.NONE);
        area.setLayout(new GridLayout());
        steps = area;
        try (InputStream in = Platform.getBundle(BUNDLE).getEntry(SHEET).openStream()) {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
            fill(area, factory.newDocumentBuilder().parse(in));
        } catch (IOException | SAXException | ParserConfigurationException e) {
            show(e);
        }
        scrolled.setContent(area);
        scrolled.setExpandHorizontal(true);
        scrolled.setExpandVertical(true);
        scrolled.addListener(SWT.Resize, event -> scrolled.setMinHeight(area.computeSize(scrolled.getClientArea().width, SWT.DEFAULT).y));
    }

    private void fill(Composite area, Document sheet) {
        text(area, sheet.getElementsByTagName("intro").item(0).getTextContent());
        NodeList items = sheet.getElementsByTagName("item");
        for (int i = 0; i < items.getLength(); i++) {
            Element item = (Element) items.item(i);
            String command = ((Element) item.getElementsByTagName("command").item(0)).getAttribute("serialization");
            Link link = new Link(area, SWT.NONE);
            link.setText((i + 1) + ". <a>" + item.getAttribute("title") + "</a>");
            link.addListener(SWT.Selection, event -> run(command));
            text(area, item.getElementsByTagName("description").item(0).getTextContent());
        }
    }

    private static void text(Composite area, String words) {
        Label label = new Label(area, SWT.WRAP);
        label.setText(words.strip().replace("&", "&&"));
        GridData wide = new GridData(SWT.FILL, SWT.BEGINNING, true, false);
        wide.widthHint = 150;
        label.setLayoutData(wide);
    }

    private void run(String command) {
        try {
            getSite().getService(IHandlerService.class).executeCommand(getSite().getService(ICommandService.class).deserialize(command),
                    null);
        } catch (CommandException e) {
            show(e);
        }
    }

    private static void show(Exception e) {
        StatusManager.getManager().handle(new Status(IStatus.ERROR, "org.bowline.rcp", String.valueOf(e.getMessage()), e),
                StatusManager.SHOW | StatusManager.LOG);
    }

    @Override
    public void setFocus() {
        if (steps != null) {
            steps.setFocus();
        }
    }
}
