/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.core.symbol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which file is at an address, by what a process told at different times. */
class LoadedModulesTest {
    private final LoadedModules.Builder told = new LoadedModules.Builder();

    private void module(String path, long base, long length) {
        told.module(new Module(path, base, length, true, ""));
    }

    @Test
    void aFileHasItsAddressesAndItsBuildIdWheneverThatIsTold() {
        told.buildId(0x1000, "aa");
        module("/a", 0x1000, 0x100);
        module("/a", 0x1000, 0x100);
        LoadedModules loaded = told.build();
        assertThat(loaded.at(0x1000)).isEqualTo(new Module("/a", 0x1000, 0x100, true, "aa"));
        assertThat(loaded.at(0x10ff)).isNotNull();
        assertThat(loaded.at(0x1100)).as("the first address behind it").isNull();
        assertThat(loaded.at(0xfff)).isNull();
        assertThat(loaded.isDoubtful(0x1000)).as("told twice").isFalse();
    }

    @Test
    void whereTwoWereNobodyDecidesAndBesideThemBothAreSure() {
        module("/a", 0x1000, 0x200);
        module("/b", 0x1100, 0x200);
        LoadedModules loaded = told.build();
        assertThat(loaded.at(0x1100)).isNull();
        assertThat(loaded.isDoubtful(0x1100)).isTrue();
        assertThat(loaded.at(0x1000)).extracting(Module::path).isEqualTo("/a");
        assertThat(loaded.at(0x1200)).extracting(Module::path).isEqualTo("/b");
    }

    @Test
    void twoBuildIdsOfOneAddressAreNone() {
        module("/a", 0x1000, 0x100);
        told.buildId(0x1000, "aa");
        told.buildId(0x1000, "bb");
        assertThat(told.build().at(0x1000)).extracting(Module::buildId).isEqualTo("");
    }

    @Test
    void lengthsAndAddressesMayBeAbsurd() {
        module("/nothing", 0x1000, 0);
        module("/all", Long.MIN_VALUE, Long.MAX_VALUE);
        LoadedModules loaded = told.build();
        assertThat(loaded.at(0x1000)).isNull();
        assertThat(loaded.at(-2)).as("addresses have no sign").extracting(Module::path).isEqualTo("/all");
        assertThat(new LoadedModules.Builder().build().isEmpty()).isTrue();
    }
}
