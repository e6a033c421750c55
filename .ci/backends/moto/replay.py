"""Answers DynamoDB requests by moto, in this process, one after the other.

Each line of input is an operation, a tab and a body; each line of output a status, a tab and a body. moto serves in this
way as its own decorators do, without a server in between, which takes most of the time of a request.
"""

import json
import logging
import sys

from moto.core.request import Request
from moto.dynamodb.responses import DynamoHandler

URL = "http://dynamodb.us-east-1.amazonaws.com/"
AUTHORIZATION = (
    "AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0"
)


def answer(operation, body):
    headers = {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": "DynamoDB_20120810." + operation,
        "Authorization": AUTHORIZATION,
    }
    request = Request.from_primitives("POST", URL, headers, body)
    try:
        status, _, answered = DynamoHandler.dispatch(request, URL, request.headers)
    except Exception as error:  # Its server answers 500 without saying what happened.
        return 500, json.dumps({"__type": "Crash", "message": type(error).__name__})
    if isinstance(answered, bytes):
        answered = answered.decode("utf-8")
    return status, answered


logging.disable(logging.CRITICAL)
for line in sys.stdin:
    operation, body = line.rstrip("\n").split("\t", 1)
    status, answered = answer(operation, body)
    sys.stdout.write(f"{status}\t{answered}\n".replace("\r", " "))
    sys.stdout.flush()
