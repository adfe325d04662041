/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.function;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.junit.jupiter.api.Test;

import org.bowline.core.model.Caveat;
import org.bowline.core.symbol.Module;
import org.bowline.core.symbol.SymbolFiles;

/** What functions without a name are called, and what helps. */
class FunctionNamesTest {
    private static final int PROCESS = 7;

    private final CallRecorder recorder = new CallRecorder(1);

    private void call(long address) {
        recorder.enter(0, 0, PROCESS, address, address);
        recorder.exit(0, 0, PROCESS, address, address + 1);
    }

    private FunctionNames names() {
        return new FunctionNames(recorder.finish(), new SymbolFiles(List.of()));
    }

    @Test
    void ofAFileWithoutSymbolsAFolderWithTheSameBuildIsAskedFor() {
        recorder.module(0, PROCESS, new Module("/opt/server", 0x1000, 0x1000, true, ""));
        call(0x1234);
        FunctionNames names = names();
        assertThat(names.name(0)).isEqualTo("server+0x234");
        assertThat(names.caveats()).extracting(Caveat::text)
                .containsExactly("1 function has no name, and is written as file and offset: of server."
                        + " Give the folder with the same builds of these files as --symbols DIR, not stripped of their symbols.");
    }

    /** No folder helps there: it is not known which file it would have to be. */
    @Test
    void ofALibraryThatWasLoadedLaterNoFolderIsAskedFor() {
        recorder.module(0, PROCESS, new Module("/opt/server", 0x1000, 0x1000, true, ""));
        call(0x5678);
        call(0x5690);
        FunctionNames names = names();
        assertThat(names.name(0)).isEqualTo("0x5678");
        assertThat(names.caveats()).extracting(Caveat::text)
                .containsExactly("2 functions are in memory of which the recording knows no file, and are"
                        + " written as addresses: of a library that was loaded while the program ran (dlopen), or of code that was made then.");
        assertThat(names.caveats()).extracting(Caveat::count).containsExactly(2L);
    }
}
