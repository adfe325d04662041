/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.tracecompass.core.provider;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.Objects;

import org.eclipse.tracecompass.tmf.core.dataprovider.DataProviderManager;
import org.eclipse.tracecompass.tmf.core.model.SeriesModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataModel;
import org.eclipse.tracecompass.tmf.core.model.tree.ITmfTreeDataProvider;
import org.eclipse.tracecompass.tmf.core.model.xy.ISeriesModel;
import org.eclipse.tracecompass.tmf.core.trace.ITmfTrace;
import org.jspecify.annotations.Nullable;

/**
 * What releases of Trace Compass call by different names, in one place: everything else that Bowline uses is the same in 6.2, which it is built against, and in
 * the releases since. The build checks that.
 */
public final class Releases {
    private static final MethodHandle DATA_PROVIDER = dataProvider(DataProviderManager.class);
    private static final MethodHandle SERIES = series(SeriesModel.SeriesModelBuilder.class);

    private Releases() {}

    /** The data provider of a trace, made if it is not there; null if the trace has none. */
    public static <T extends ITmfTreeDataProvider<? extends ITmfTreeDataModel>> @Nullable T dataProvider(ITmfTrace trace, String id,
            Class<T> type) {
        return type.cast(call(DATA_PROVIDER, DataProviderManager.getInstance(), trace, id, type));
    }

    /** A series over times. */
    public static ISeriesModel series(long id, String name, long[] times, double[] values) {
        return Objects.requireNonNull((SeriesModel.SeriesModelBuilder) call(SERIES, id, name, times, values)).build();
    }

    /**
     * What gives the data provider of a trace: {@code (manager, trace, id, type)}. Since 8.0 it is getOrCreateDataProvider; 9 has no getDataProvider any more.
     *
     * @param manager the class of Trace Compass's manager of data providers
     */
    public static MethodHandle dataProvider(Class<?> manager) {
        ReflectiveOperationException missing = new NoSuchMethodException();
        for (String name : new String[] {"getOrCreateDataProvider", "getDataProvider"}) {
            try {
                return MethodHandles.publicLookup().unreflect(manager.getMethod(name, ITmfTrace.class, String.class, Class.class));
            } catch (NoSuchMethodException | IllegalAccessException e) {
                missing.addSuppressed(e);
            }
        }
        throw unknown(manager, missing);
    }

    /**
     * What makes the builder of a series over times: {@code (id, name, times, values)}. Since 10.1 it takes a sampling instead of the array, and the constructor with
     * the array will be removed.
     *
     * @param builder the class of Trace Compass's builder
     */
    public static MethodHandle series(Class<?> builder) {
        try {
            for (Constructor<?> each : builder.getConstructors()) {
                Class<?>[] types = each.getParameterTypes();
                if (types.length == 4 && types[2].isInterface()) {
                    Class<?> times = Arrays.stream(types[2].getClasses()).filter(type -> type.getSimpleName().equals("Timestamps"))
                            .findFirst()
                            .orElseThrow(() -> new NoSuchMethodException(types[2] + " of times"));
                    MethodHandle sampling = MethodHandles.publicLookup().findConstructor(times,
                            MethodType.methodType(void.class, long[].class));
                    return MethodHandles.filterArguments(MethodHandles.publicLookup().unreflectConstructor(each), 2,
                            sampling.asType(MethodType.methodType(types[2], long[].class)));
                }
            }
            return MethodHandles.publicLookup().unreflectConstructor(
                    builder.getConstructor(long.class, String.class, long[].class, double[].class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            throw unknown(builder, e);
        }
    }

    private static @Nullable Object call(MethodHandle method, Object... arguments) {
        try {
            return method.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private static IllegalStateException unknown(Class<?> type, Exception cause) {
        return new IllegalStateException("Bowline does not know this release of Trace Compass: it has another " + type.getName(), cause);
    }
}
