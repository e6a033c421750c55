package io.github.dynamolock;

/** Lost replies, on the local DynamoDB's HTTP front, through the real SDK and its own retries. */
class HttpLostReplyTests extends AbstractLostReplyTests {

    @Override
    LocalBackEnd newBackEnd() {
        return LocalBackEnd.http();
    }
}
