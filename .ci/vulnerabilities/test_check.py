"""Tests check.py against a source on this machine that answers in OSV's shape."""

import contextlib
import http.server
import io
import json
import os
import tempfile
import threading
import unittest

import check

LISTED = """
The following files have been resolved:
   io.github.dynamolock:dynamolock-core:jar:0.1.0-SNAPSHOT:compile -- module io.github.dynamolock
   org.slf4j:slf4j-api:jar:2.0.17:compile -- module org.slf4j
   io.netty:netty-transport-native-epoll:jar:linux-x86_64:4.1.100.Final:runtime (optional)
   org.junit.jupiter:junit-jupiter:jar:6.0.3:test

The following files have been resolved:
   org.slf4j:slf4j-api:jar:2.0.17:compile
"""


class Source(http.server.BaseHTTPRequestHandler):
    answers = []
    asked = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Source.asked.append((self.path, body))
        status, answer = Source.answers.pop(0)
        self.send_response(status)
        self.end_headers()
        self.wfile.write(answer if isinstance(answer, bytes) else json.dumps(answer).encode())

    def log_message(self, *unused):
        pass


class CheckTests(unittest.TestCase):
    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Source)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        Source.asked = []

    def tearDown(self):
        self.server.shutdown()
        self.server.server_close()

    def check(self, *answers, listed=LISTED, url=None):
        Source.answers = list(answers)
        with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
            file.write(listed)
        try:
            with contextlib.redirect_stdout(io.StringIO()) as out:
                code = check.main(file.name, url or self.url)
            return code, out.getvalue()
        finally:
            os.remove(file.name)

    def test_the_list_of_maven_is_read_without_our_own_and_those_of_tests(self):
        self.assertEqual(
            check.dependencies(LISTED),
            [("io.netty:netty-transport-native-epoll", "4.1.100.Final"), ("org.slf4j:slf4j-api", "2.0.17")],
        )

    def test_nothing_known_passes(self):
        code, out = self.check((200, {"results": [{}, {}]}))
        self.assertEqual((code, out), (0, "2 dependencies, 0 with known vulnerabilities\n"))
        self.assertEqual(
            Source.asked,
            [
                (
                    "/v1/querybatch",
                    {
                        "queries": [
                            {
                                "package": {"ecosystem": "Maven", "name": "io.netty:netty-transport-native-epoll"},
                                "version": "4.1.100.Final",
                            },
                            {"package": {"ecosystem": "Maven", "name": "org.slf4j:slf4j-api"}, "version": "2.0.17"},
                        ]
                    },
                )
            ],
        )

    def test_a_known_vulnerability_fails_and_is_named(self):
        vulns = [{"id": "GHSA-xxxx", "modified": "2026-01-01T00:00:00Z"}, {"id": "CVE-1", "modified": "2026-01-01T00:00:00Z"}]
        code, out = self.check((200, {"results": [{"vulns": vulns}, {}]}))
        self.assertEqual(code, 1)
        self.assertIn("io.netty:netty-transport-native-epoll 4.1.100.Final: CVE-1, GHSA-xxxx\n", out)

    def test_what_comes_on_a_further_page_counts(self):
        first = {"results": [{}, {"vulns": [{"id": "A"}], "next_page_token": "more"}]}
        code, out = self.check((200, first), (200, {"results": [{"vulns": [{"id": "B"}]}]}))
        self.assertEqual(code, 1)
        self.assertIn("org.slf4j:slf4j-api 2.0.17: A, B\n", out)
        self.assertEqual(Source.asked[1][1]["queries"][0]["page_token"], "more")

    def test_a_source_that_can_not_be_reached_is_told_and_passes(self):
        self.server.server_close()
        code, out = self.check()
        self.assertEqual(code, 0)
        self.assertTrue(out.startswith("no source reachable: not checked (2 dependencies; "), out)

    def test_an_answer_that_is_none_does_not_pass(self):
        for answer in ((500, {}), (200, b"<html>"), (200, {}), (200, {"results": [{}]}), (200, {"results": None})):
            self.assertEqual(self.check(answer)[0], 2, answer)

    def test_an_empty_list_does_not_pass(self):
        self.assertEqual(self.check(listed="")[0], 2)


if __name__ == "__main__":
    unittest.main()
