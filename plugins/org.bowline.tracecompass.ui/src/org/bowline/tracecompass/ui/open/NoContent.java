/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.open;

import org.eclipse.jface.viewers.ITreeContentProvider;
import org.jspecify.annotations.Nullable;

/** The Project Explorer takes a drop assistant only with content; ours has none. */
public final class NoContent implements ITreeContentProvider {
    private static final Object[] NOTHING = {};

    @Override
    public Object[] getElements(@Nullable Object input) {
        return NOTHING;
    }

    @Override
    public Object[] getChildren(@Nullable Object parent) {
        return NOTHING;
    }

    @Override
    public @Nullable Object getParent(@Nullable Object element) {
        return null;
    }

    @Override
    public boolean hasChildren(@Nullable Object element) {
        return false;
    }
}
