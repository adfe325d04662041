/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
/** The wait analysis as an analysis module of Trace Compass: the only place where traces are read for the desktop. */
package org.bowline.tracecompass.core.analysis;
