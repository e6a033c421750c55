package io.github.dynamolock.spring;

import java.lang.reflect.Method;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotationUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/** Has a native image keep what the annotated methods of a bean need: themselves, their fallbacks, what their keys read. */
final class LockedBeanAotProcessor implements BeanRegistrationAotProcessor {

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        if (!AnnotationUtils.isCandidateClass(type, DistributedLock.class)) {
            return null;
        }
        Map<Method, MergedAnnotation<DistributedLock>> annotated = MethodIntrospector.selectMethods(
                type, (MethodIntrospector.MetadataLookup<@Nullable MergedAnnotation<DistributedLock>>)
                        method -> annotation(method, type));
        if (annotated.isEmpty()) {
            return null;
        }
        return (generation, code) -> annotated.forEach((method, annotation) -> {
            Method running = AopUtils.getMostSpecificMethod(method, type);
            AnnotationText text = new AnnotationText(LockOperations.describe(running, type), bean.getBeanFactory());
            RuntimeHints hints = generation.getRuntimeHints();
            hints.reflection().registerMethod(running, ExecutableMode.INVOKE);
            registerFallback(resolved(text, annotation, "fallbackMethod"), type, hints);
            KeyTypeHints.register(
                    resolved(text, annotation, "key"),
                    new KeyTypeHints.Place(
                            running,
                            type,
                            KeyParameters.of(LockOperations.annotated(annotation, running), running),
                            bean.getBeanFactory()),
                    hints.reflection());
        });
    }

    private static @Nullable MergedAnnotation<DistributedLock> annotation(Method method, Class<?> type) {
        MergedAnnotation<DistributedLock> found =
                LockOperations.annotation(method, AopUtils.getMostSpecificMethod(method, type), type);
        return found.isPresent() ? found : null;
    }

    /** With its placeholders as far as the build knows them; the startup is strict about them. */
    private static String resolved(
            AnnotationText text, MergedAnnotation<DistributedLock> annotation, String attribute) {
        String written = annotation.getString(attribute);
        try {
            return text.resolve(attribute, written);
        } catch (InvalidLockAnnotationException open) {
            return written;
        }
    }

    private static void registerFallback(String name, Class<?> type, RuntimeHints hints) {
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            if (method.getName().equals(name)) {
                hints.reflection().registerMethod(method, ExecutableMode.INVOKE);
            }
        }
    }
}
