/* Copyright (c) 2026 Bowline contributors. SPDX-License-Identifier: EPL-2.0 */
package org.bowline.spark;

import java.util.ArrayList;
import java.util.List;

import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

import org.bowline.report.rows.Rows;
import org.bowline.report.table.Column;
import org.bowline.report.table.Report;

/** Reports as tables of Spark: the same columns by the same names. Whole numbers are 64 bits, decimal fractions doubles, what a row does not have is null. */
final class Tables {
    private Tables() {}

    static StructType schema(Report<?> report) {
        List<StructField> fields = new ArrayList<>();
        for (Column<?> column : report.columns()) {
            fields.add(DataTypes.createStructField(column.name(), type(column), true));
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType type(Column<?> column) {
        if (column instanceof Column.Text<?>) {
            return DataTypes.StringType;
        }
        return column instanceof Column.Whole<?> ? DataTypes.LongType : DataTypes.DoubleType;
    }

    static <R> Row row(Report<R> report, R row) {
        Object[] values = new Object[report.columns().size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(report.columns().get(i), row);
        }
        return RowFactory.create(values);
    }

    private static <R> @org.jspecify.annotations.Nullable Object value(Column<R> column, R row) {
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
