"""Prints "ok" or "FAILED" for each thing that docs/aws must fulfil by itself: it parses, and its parts fit one another."""

import json
import re
import sys
from pathlib import Path

import cfnlint.decode.cfn_yaml
import hcl2

AWS = Path(sys.argv[1])


def check(what, holds):
    print(f"{'ok     ' if holds else 'FAILED '} {what}")


def actions(document):
    return [action for statement in document["Statement"] for action in statement["Action"]]


def logical_id(file):
    return "".join(word.capitalize() for word in file.stem.split("-"))


policies = {file: json.loads(file.read_text()) for file in sorted((AWS / "policies").glob("*.json"))}
check("there are policies", len(policies) > 3)
for file, policy in policies.items():
    resources = {statement["Resource"] for statement in policy["Statement"]}
    check(f"{file.name} is for the table alone, and has no wildcard",
          resources == {"${table_arn}"} and "*" not in file.read_text())

template = cfnlint.decode.cfn_yaml.load(str(AWS / "cloudformation" / "policies.yaml"))
check("the CloudFormation template has a policy for each file",
      set(template["Resources"]) == {logical_id(file) for file in policies})
for file, policy in policies.items():
    document = template["Resources"][logical_id(file)]["Properties"]["PolicyDocument"]
    check(f"the CloudFormation template allows the actions of {file.name}", actions(document) == actions(policy))
    check(f"the CloudFormation template allows them on the table alone, as {file.name} does",
          all(statement["Resource"]["Fn::Sub"].endswith(":table/${TableName}") for statement in document["Statement"]))

for directory in sorted((AWS / "terraform").iterdir()):
    text = "".join(file.read_text() for file in sorted(directory.glob("*.tf")))
    module = hcl2.loads(text)
    declared = {name.strip('"') for variable in module["variable"] for name in variable if not name.startswith("__")}
    check(f"the Terraform module {directory.name} uses the variables that it declares",
          declared == set(re.findall(r"\bvar\.(\w+)", text)))
