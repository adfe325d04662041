/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.api.WriteSupport;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.jspecify.annotations.Nullable;

import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/**
 * A report as a file of Parquet: the same columns by the same names. Whole numbers are 64 bits, decimal fractions doubles, what a row does not have is null. Rows go through one at a time; what is held of them is what Parquet holds, a
 * row group at most.
 */
final class ParquetTable<R> extends WriteSupport<R> {
    /** So much of a table is on the heap at a time, before compression. */
    private static final long ROW_GROUP_BYTES = 32L << 20;
    private static final String NAME = "rows";

    private final List<Column<R>> columns;
    @SuppressWarnings("NullAway.Init") // told before the first row
    private RecordConsumer out;

    private ParquetTable(Report<R> report) {
        columns = report.columns();
    }

    /**
     * Writes a table.
     *
     * @param file which must not be there, on the disk of this machine
     */
    static <R> void write(Report<R> report, List<? extends R> rows, Path file, Configuration hadoop) throws IOException {
        try (ParquetWriter<R> writer = new Builder<>(new ParquetTable<>(report), file).withConf(hadoop)
                .withCompressionCodec(CompressionCodecName.SNAPPY).withRowGroupSize(ROW_GROUP_BYTES).build()) {
            for (R row : rows) {
                writer.write(row);
            }
        }
    }

    private static final class Builder<R> extends ParquetWriter.Builder<R, Builder<R>> {
        private final ParquetTable<R> table;

        Builder(ParquetTable<R> table, Path file) {
            super(new LocalOutputFile(file));
            this.table = table;
        }

        @Override
        protected Builder<R> self() {
            return this;
        }

        @Override
        @SuppressWarnings("deprecation") // all of Spark 4's versions of Parquet have it
        protected WriteSupport<R> getWriteSupport(Configuration hadoop) {
            return table;
        }
    }

    @Override
    @SuppressWarnings("deprecation") // all of Spark 4's versions of Parquet have it
    public WriteContext init(Configuration hadoop) {
        return new WriteContext(new MessageType(NAME, columns.stream().map(ParquetTable::type).toList()), Map.of());
    }

    private static Type type(Column<?> column) {
        if (column instanceof Column.Text<?>) {
            return Types.optional(PrimitiveTypeName.BINARY).as(LogicalTypeAnnotation.stringType()).named(column.name());
        }
        return Types.optional(column instanceof Column.Whole<?> ? PrimitiveTypeName.INT64 : PrimitiveTypeName.DOUBLE).named(column.name());
    }

    @Override
    public void prepareForWrite(RecordConsumer consumer) {
        out = consumer;
    }

    @Override
    public void write(R row) {
        out.startMessage();
        for (int i = 0; i < columns.size(); i++) {
            Object value = value(columns.get(i), row);
            if (value == null) {
                continue;
            }
            out.startField(columns.get(i).name(), i);
            if (value instanceof String text) {
                out.addBinary(Binary.fromString(text));
            } else if (value instanceof Long number) {
                out.addLong(number);
            } else {
                out.addDouble((Double) value);
            }
            out.endField(columns.get(i).name(), i);
        }
        out.endMessage();
    }

    private static <R> @Nullable Object value(Column<R> column, R row) {
        if (column instanceof Column.Text<R> text) {
            return text.value().apply(row);
        }
        if (column instanceof Column.Whole<R> whole) {
            long number = whole.value().applyAsLong(row);
            return number == Rows.ABSENT ? null : number;
        }
        if (column instanceof Column.Decimal<R> decimal) {
            return decimal.value().apply(row).doubleValue();
        }
        return ((Column.Perhaps<R>) column).value().apply(row).map(Number::doubleValue).orElse(null);
    }
}
