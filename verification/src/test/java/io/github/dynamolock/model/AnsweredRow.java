package io.github.dynamolock.model;

/**
 * The row in an answer.
 *
 * @param version its record version number
 * @param released whether it is marked as released
 * @param token its token
 */
public record AnsweredRow(String version, boolean released, long token) {}
