import type { Generated } from "kysely";

/** Tables of what a project may do and did: its limits, usage and retention, its events with their webhooks, the audit log. */
export type ProjectTables = {
  audit_entries: AuditEntryTable;
  project_limits: ProjectLimitTable;
  project_usage: ProjectUsageTable;
  project_retention: ProjectRetentionTable;
  event_numbers: EventNumberTable;
  project_events: ProjectEventTable;
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
};

/** Columns of the entry: see `AuditEntry`. `at` is also in the text. */
type AuditEntryTable = { seq: number; hash: string; at: string; entry: string };

type ProjectLimitTable = { project_id: string; name: string; value: number };

/** Counts of a day: see `Count`. */
type ProjectUsageTable = {
  project_id: string;
  day: string;
  what: string;
  purpose: string;
  model: string;
  amount: number;
};

/** See `Retention`. */
type ProjectRetentionTable = {
  project_id: string;
  conversation_days: Generated<number | null>;
  run_days: Generated<number | null>;
  original_days: Generated<number | null>;
};

/** The number of the latest event of a project. */
type EventNumberTable = { project_id: string; latest: number };

/** `facts`: JSON of `EventFacts`. `key`: of an event that is added once only. */
type ProjectEventTable = {
  project_id: string;
  number: number;
  at: string;
  facts: string;
  key: string | null;
};

/** See `Webhook`. `types`: JSON. */
type WebhookTable = {
  webhook_id: string;
  project_id: string;
  url: string;
  types: string | null;
  /** Encrypted. */
  secret: string;
  position: number;
  created_at: string;
  disabled: string | null;
};

/** See `Delivery`. */
type WebhookDeliveryTable = {
  webhook_id: string;
  number: number;
  attempts: number;
  due_at: string | null;
  error: string;
};
