package io.github.dynamolock.spring.autoconfigure;

/** How annotated methods come to be locked. */
public enum AnnotationMode {
    /** By Spring's proxies of beans. */
    PROXY,
    /** By AspectJ, which weaves the classes themselves. Needs its agent and an aop.xml that names the aspect. */
    ASPECTJ
}
