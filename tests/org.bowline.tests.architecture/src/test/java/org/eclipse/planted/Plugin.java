/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.eclipse.planted;

/** Stands for a class of Eclipse. */
public final class Plugin {}
