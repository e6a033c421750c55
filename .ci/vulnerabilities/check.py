"""Looks the dependencies that Maven lists up in OSV. Exits with 1 when one has a known vulnerability, 2 when OSV answers nonsense."""

import json
import os
import re
import sys
import urllib.error
import urllib.request

DEPENDENCY = re.compile(
    r"^\s+(?P<group>[\w.\-]+):(?P<artifact>[\w.\-]+):(?:[\w\-]+):(?:[\w.\-]+:)?(?P<version>[\w.\-]+):(?:compile|runtime)\b"
)
OUR_GROUP = "io.github.dynamolock"
IN_ONE_QUERY = 500
PATIENCE_SECONDS = 30


class Unreachable(Exception):
    pass


def dependencies(text):
    """The pairs of name and version in what `mvn dependency:list` printed, without our own modules."""
    found = set()
    for line in text.splitlines():
        match = DEPENDENCY.match(line)
        if match and match["group"] != OUR_GROUP:
            found.add((match["group"] + ":" + match["artifact"], match["version"]))
    return sorted(found)


def ask(url, queries):
    request = urllib.request.Request(
        url + "/v1/querybatch",
        data=json.dumps({"queries": queries}).encode(),
        headers={"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as response:
            return json.load(response)["results"]
    except urllib.error.HTTPError:
        raise
    except OSError as failure:
        raise Unreachable(failure) from failure


def query(dependency, page=None):
    name, version = dependency
    asked = {"package": {"ecosystem": "Maven", "name": name}, "version": version}
    return {**asked, "page_token": page} if page else asked


def vulnerabilities(url, wanted):
    """The ids of the vulnerabilities of each dependency that has some."""
    found = {}
    pending = [(dependency, None) for dependency in wanted]
    while pending:
        batch, pending = pending[:IN_ONE_QUERY], pending[IN_ONE_QUERY:]
        results = ask(url, [query(dependency, page) for dependency, page in batch])
        if len(results) != len(batch):
            raise ValueError(f"{len(results)} answers to {len(batch)} questions")
        for (dependency, _), result in zip(batch, results):
            for vulnerability in result.get("vulns") or []:
                found.setdefault(dependency, []).append(vulnerability["id"])
            if result.get("next_page_token"):
                pending.append((dependency, result["next_page_token"]))
    return found


def main(listed, url):
    with open(listed, encoding="utf-8") as file:
        wanted = dependencies(file.read())
    if not wanted:
        print("no dependencies in " + listed)
        return 2
    try:
        found = vulnerabilities(url, wanted)
    except Unreachable as failure:
        print(f"no source reachable: not checked ({len(wanted)} dependencies; {url}: {failure})")
        return 0
    except (urllib.error.HTTPError, ValueError, KeyError, TypeError) as failure:
        print(f"{url} gave no answer that can be read: {failure!r}")
        return 2
    for (name, version), ids in sorted(found.items()):
        print(f"{name} {version}: {', '.join(sorted(ids))}")
    print(f"{len(wanted)} dependencies, {len(found)} with known vulnerabilities")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], os.environ.get("OSV_URL", "https://api.osv.dev")))
