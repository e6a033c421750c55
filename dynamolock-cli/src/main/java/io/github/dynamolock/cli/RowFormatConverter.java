package io.github.dynamolock.cli;

import io.github.dynamolock.RowFormat;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code dynamolock}, {@code aws-lock-client}, {@code distrlock}. */
final class RowFormatConverter implements ITypeConverter<RowFormat> {

    @Override
    public RowFormat convert(String value) {
        for (RowFormat format : RowFormat.values()) {
            if (name(format).equals(value)) {
                return format;
            }
        }
        throw new TypeConversionException("'" + value + "' is none of dynamolock, aws-lock-client, distrlock");
    }

    private static String name(RowFormat format) {
        return format.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
