/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.ui.preferences;

import org.eclipse.jface.preference.BooleanFieldEditor;
import org.eclipse.jface.preference.FieldEditorPreferencePage;
import org.eclipse.jface.preference.IntegerFieldEditor;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.ui.IWorkbench;
import org.eclipse.ui.IWorkbenchPreferencePage;
import org.eclipse.ui.PlatformUI;

/** Window, Preferences, Tracing, Wait Analysis. */
public final class WaitAnalysisPreferencePage extends FieldEditorPreferencePage implements IWorkbenchPreferencePage {
    /** Its id. */
    public static final String ID = "org.bowline.preferences";
    private static final String HELP = "org.bowline.help.preferences";

    /** For the extension. */
    public WaitAnalysisPreferencePage() {
        super(GRID);
        setPreferenceStore(WaitAnalysisPreferences.store());
        setDescription(Messages.Page_Description);
    }

    @Override
    public void init(IWorkbench workbench) {
        // nothing
    }

    @Override
    public void createControl(Composite parent) {
        super.createControl(parent);
        PlatformUI.getWorkbench().getHelpSystem().setHelp(getControl(), HELP);
    }

    @Override
    protected void createFieldEditors() {
        number(WaitAnalysisPreferences.THRESHOLD, Messages.Page_Threshold, Messages.Page_NameOfThreshold,
                WaitAnalysisPreferences.LEAST_THRESHOLD, WaitAnalysisPreferences.MOST_THRESHOLD);
        number(WaitAnalysisPreferences.NODES, Messages.Page_Nodes, Messages.Page_NameOfNodes, WaitAnalysisPreferences.LEAST_NODES,
                WaitAnalysisPreferences.MOST_NODES);
        addField(new BooleanFieldEditor(WaitAnalysisPreferences.HIDE_IDLE, Messages.Page_HideIdle, getFieldEditorParent()));
        addField(new BooleanFieldEditor(WaitAnalysisPreferences.KEEP, Messages.Page_Keep, getFieldEditorParent()));
    }

    private void number(String key, String label, String name, int least, int most) {
        IntegerFieldEditor field = new IntegerFieldEditor(key, NLS.bind(label, least, most), getFieldEditorParent(), 4);
        field.setValidRange(least, most);
        field.setErrorMessage(NLS.bind(Messages.Page_Range, new Object[] {name, least, most}));
        addField(field);
    }
}
