# A table for dynamolock's locks.

terraform {
  required_version = ">= 1.3"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = ">= 5.0"
    }
  }
}

variable "table_name" {
  description = "The setting dynamolock.table.name."
  type        = string
  default     = "locks"
}

variable "partition_key" {
  description = "The setting dynamolock.table.partition-key."
  type        = string
  default     = "key"
}

variable "sort_key" {
  description = "The setting dynamolock.table.sort-key.name; null for a table without one."
  type        = string
  default     = null
}

variable "time_to_live" {
  description = "Whether DynamoDB deletes released rows that carry expiresAt (dynamolock.table.released-row-retention)."
  type        = bool
  default     = false
}

variable "point_in_time_recovery" {
  type    = bool
  default = true
}

variable "deletion_protection" {
  type    = bool
  default = true
}

variable "tags" {
  type    = map(string)
  default = { purpose = "locks" }
}

resource "aws_dynamodb_table" "locks" {
  name                        = var.table_name
  billing_mode                = "PAY_PER_REQUEST"
  hash_key                    = var.partition_key
  range_key                   = var.sort_key
  deletion_protection_enabled = var.deletion_protection
  tags                        = var.tags

  dynamic "attribute" {
    for_each = compact([var.partition_key, var.sort_key])
    content {
      name = attribute.value
      type = "S"
    }
  }

  dynamic "ttl" {
    for_each = var.time_to_live ? ["expiresAt"] : []
    content {
      attribute_name = ttl.value
      enabled        = true
    }
  }

  point_in_time_recovery {
    enabled = var.point_in_time_recovery
  }

  # Tokens grow by what the rows say: a table that is replaced forgets them.
  lifecycle {
    prevent_destroy = true
  }
}

output "table_name" {
  value = aws_dynamodb_table.locks.name
}

output "table_arn" {
  value = aws_dynamodb_table.locks.arn
}
