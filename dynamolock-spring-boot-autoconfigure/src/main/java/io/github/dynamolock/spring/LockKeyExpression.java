package io.github.dynamolock.spring;

import io.github.dynamolock.LockRequest;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelParserConfiguration;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;
import org.springframework.expression.spel.support.StandardTypeLocator;
import org.springframework.util.ObjectUtils;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The key of one annotated method: parsed and checked once, evaluated for each call. Thread-safe. */
final class LockKeyExpression {

    private final String text;
    private final String where;
    private final Expression expression;
    private final Map<String, Integer> variables;
    private final Method method;
    private final BeanFactoryResolver beans;
    // Keeps what SpEL finds out about types from one call to the next.
    private final StandardEvaluationContext shared = new StandardEvaluationContext();

    private LockKeyExpression(
            String text, SpelExpression parsed, KeyParameters parameters, Method method, Environs environs) {
        this.text = text;
        this.where = environs.where();
        this.method = method;
        this.variables = KeyExpressionCheck.variables(text, parsed.getAST(), parameters, environs.text());
        // Not compiled by SpEL, which can't compile text plus a number. What it saves for a property, half a
        // microsecond, is nothing beside two calls to DynamoDB.
        this.expression =
                new SpelExpression(text, CheckedConcatenation.check(parsed.getAST()), new SpelParserConfiguration());
        this.beans = new BeanFactoryResolver(environs.beanFactory());
        this.shared.setTypeLocator(
                new StandardTypeLocator(environs.beanFactory().getBeanClassLoader()));
        // Makes it create its parts now, on one thread.
        this.shared.applyDelegatesTo(new StandardEvaluationContext());
    }

    /** What surrounds the expression: the method for messages, the annotation's texts, and the beans. */
    record Environs(String where, AnnotationText text, ConfigurableBeanFactory beanFactory) {}

    static LockKeyExpression parse(String text, KeyParameters parameters, Method method, Environs environs) {
        try {
            SpelExpression parsed = new SpelExpressionParser().parseRaw(text);
            return new LockKeyExpression(text, parsed, parameters, method, environs);
        } catch (ParseException notSpel) {
            throw environs.text()
                    .problem(
                            "key = \"" + text + "\" is not a SpEL expression (" + notSpel.getSimpleMessage() + ")",
                            "Literal text needs quotes of its own, as in \"'order#123'\" or \"'order:' + #id\"",
                            notSpel);
        }
    }

    /**
     * The keys of one call, with the prefix before them.
     *
     * @throws InvalidLockKeyException when the expression fails, or gives no usable key
     */
    LockKeys evaluate(String prefix, @Nullable Object target, Class<?> targetClass, @Nullable Object[] arguments) {
        Object value = value(new KeyRoot(method, target, targetClass, arguments));
        Collection<?> elements = elements(value);
        if (elements == null) {
            return new LockKeys(List.of(key(value, prefix, "")), false);
        }
        if (elements.isEmpty()) {
            throw refused("is empty", "There is nothing to lock: check the argument first", null);
        }
        Set<AttributeValue> inOrder = new TreeSet<>(KeyOrder.INSTANCE);
        int index = 0;
        for (Object element : elements) {
            inOrder.add(key(element, prefix, "has an element, number " + ++index + ", that "));
        }
        if (inOrder.size() > LockKeys.MOST) {
            throw refused(
                    "has " + inOrder.size() + " keys, and one call locks at most " + LockKeys.MOST,
                    "Lock what they have in common",
                    null);
        }
        return new LockKeys(List.copyOf(inOrder), true);
    }

    private static @Nullable Collection<?> elements(@Nullable Object value) {
        if (value instanceof Collection<?> collection) {
            return new ArrayList<>(collection);
        }
        if (value instanceof Iterable<?> iterable && !(value instanceof Path)) {
            List<@Nullable Object> all = new ArrayList<>();
            iterable.forEach(all::add);
            return all;
        }
        return value != null && value.getClass().isArray() ? Arrays.asList(ObjectUtils.toObjectArray(value)) : null;
    }

    private AttributeValue key(@Nullable Object value, String prefix, String which) {
        AttributeValue key = value instanceof AttributeValue given ? given : textKey(value, which);
        if (prefix.isEmpty()) {
            return storable(key, which);
        }
        String keyText = key.s();
        if (keyText == null) {
            throw refused(
                    which + "is no text, and dynamolock.key-prefix (\"" + prefix + "\") can only be put before text",
                    "Give a text, or take the prefix away",
                    null);
        }
        requireText(keyText, which);
        return storable(AttributeValue.fromS(prefix + keyText), which);
    }

    private AttributeValue textKey(@Nullable Object value, String which) {
        KeyPart.Fault fault = KeyPart.fault(value);
        if (fault != null) {
            throw refused(which + fault.problem(), fault.remedy(), null);
        }
        String keyText = KeyPart.text(value);
        requireText(keyText, which);
        return AttributeValue.fromS(keyText);
    }

    private void requireText(String keyText, String which) {
        if (keyText.isBlank()) {
            throw refused(
                    which + "is empty",
                    "An empty key would lock all such calls against each other: check the argument first",
                    null);
        }
    }

    /** The key as DynamoDB keeps it, which writes each number in one way; checked here, before any key is locked. */
    private AttributeValue storable(AttributeValue key, String which) {
        try {
            String kept = LockRequest.forKey(key).build().key();
            return key.type() == AttributeValue.Type.N ? AttributeValue.fromN(kept) : key;
        } catch (IllegalArgumentException refusal) {
            throw refused(
                    which + "is refused: " + refusal.getMessage(),
                    "Give a shorter key, or one of the table's type",
                    refusal);
        }
    }

    private @Nullable Object value(KeyRoot root) {
        StandardEvaluationContext context = new StandardEvaluationContext(root);
        shared.applyDelegatesTo(context);
        context.setBeanResolver(beans);
        variables.forEach((name, position) -> context.setVariable(name, root.getArgs()[position]));
        try {
            return expression.getValue(context);
        } catch (FaultyKeyPartException part) {
            throw refused("is not usable: its part " + part.getMessage(), part.remedy(), null);
        } catch (EvaluationException failed) {
            throw refused(
                    "could not be evaluated (" + failed.getSimpleMessage() + ")",
                    "Check the expression, and that nothing in it is null",
                    failed);
        }
    }

    /** The annotation's text. */
    String text() {
        return text;
    }

    private InvalidLockKeyException refused(String problem, String remedy, @Nullable Throwable cause) {
        return new InvalidLockKeyException(
                "@DistributedLock on " + where + ": the result of key = \"" + text + "\" " + problem + ". " + remedy
                        + ". The method did not run.",
                cause);
    }
}
