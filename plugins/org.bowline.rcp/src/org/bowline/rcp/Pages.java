/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.rcp;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;

import org.eclipse.core.runtime.FileLocator;
import org.eclipse.core.runtime.IStatus;
import org.eclipse.core.runtime.Platform;
import org.eclipse.core.runtime.Status;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.program.Program;
import org.eclipse.ui.statushandlers.StatusManager;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.Bundle;

/** Pages of bundles: {@code /BUNDLE/path/page.html#place}. */
public final class Pages {
    private static final String WEB = "https?://.*";

    private Pages() {}

    /** The file of a page, with all pages and images around it; or a web address as it is. Null if there is no such page. */
    public static @Nullable URL url(String href) {
        try {
            if (href.matches(WEB)) {
                return new URL(href);
            }
            String[] parts = href.replaceFirst("^/", "").split("[#?]", 2)[0].split("/", 2);
            Bundle bundle = Platform.getBundle(parts[0]);
            if (bundle == null || parts.length < 2 || bundle.getEntry(parts[1]) == null) {
                return null;
            }
            // Links and images lead out of the page's folder: the top folder is unpacked as a whole.
            int slash = parts[1].indexOf('/');
            URL top = bundle.getEntry(slash < 0 ? parts[1] : parts[1].substring(0, slash + 1));
            URL unpacked = FileLocator.toFileURL(top);
            String place = href.contains("#") ? href.substring(href.indexOf('#')) : "";
            return new URL(unpacked + (slash < 0 ? "" : parts[1].substring(slash + 1)) + place);
        } catch (MalformedURLException e) {
            return null;
        } catch (IOException e) {
            fail(href, e);
            return null;
        }
    }

    /** Opens a page in the system's browser; says where it is if there is none. */
    static void open(String href) {
        URL page = url(href);
        if (page == null) {
            fail(href, null);
        } else if (!Program.launch(page.toString())) {
            StatusManager.getManager().handle(new Status(IStatus.WARNING, "org.bowline.rcp", NLS.bind(Messages.Pages_NoBrowser, page)),
                    StatusManager.SHOW | StatusManager.LOG);
        }
    }

    private static void fail(String href, @Nullable IOException cause) {
        StatusManager.getManager().handle(new Status(IStatus.ERROR, "org.bowline.rcp", NLS.bind(Messages.Pages_Missing, href), cause),
                StatusManager.SHOW | StatusManager.LOG);
    }
}
