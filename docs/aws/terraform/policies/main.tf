# Policies for those who use, look at and look after dynamolock's locks: one for each file in ../../policies.

terraform {
  required_version = ">= 1.3"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

variable "table_arn" {
  description = "The lock table, which need not exist yet."
  type        = string
}

variable "name_prefix" {
  description = "What the names of the policies begin with."
  type        = string
  default     = "dynamolock-"
}

variable "tags" {
  type    = map(string)
  default = {}
}

locals {
  templates = "${path.module}/../../policies"
}

resource "aws_iam_policy" "locks" {
  for_each = { for file in fileset(local.templates, "*.json") : trimsuffix(file, ".json") => file }

  name_prefix = "${var.name_prefix}${each.key}-"
  policy      = templatefile("${local.templates}/${each.value}", { table_arn = var.table_arn })
  tags        = var.tags
}

output "policy_arns" {
  description = "The ARN of each policy, by the name of its file without .json."
  value       = { for name, policy in aws_iam_policy.locks : name => policy.arn }
}
