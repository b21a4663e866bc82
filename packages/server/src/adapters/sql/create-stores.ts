import type { Kysely } from "kysely";
import type { ConversationStore } from "../../answering/conversation-store.ts";
import type { AuditLog } from "../../audit/audit-log.ts";
import type { ProjectStore } from "../../auth/project.ts";
import type { TokenStore } from "../../auth/token-store.ts";
import type { BuildStore } from "../../builds/build-store.ts";
import type { FirstVersions } from "../../builds/first-versions.ts";
import type { ChunkStore } from "../../chunks/chunk-store.ts";
import type { ElementStore } from "../../elements/element-store.ts";
import type { EventStore } from "../../events/event-store.ts";
import type { DerivedStore } from "../../flows/derived/derived-store.ts";
import type { FlowStore } from "../../flows/flow/flow-store.ts";
import type { PromptStore } from "../../flows/flow/prompt-store.ts";
import type { AcceptedRuns } from "../../flows/run/accepted-runs.ts";
import type { StreamedRuns } from "../../http/runs/streamed-runs.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { RetentionStore } from "../../retention/retention-store.ts";
import type { VectorStore } from "../../retrieval/dense/vector-store.ts";
import type { UnindexedStore } from "../../retrieval/words/word-store.ts";
import type { SourceNames } from "../../sources/source-names.ts";
import type { SourceStore } from "../../sources/source-store.ts";
import type { UsageStore } from "../../usage/usage-store.ts";
import type { WebhookStore } from "../../webhooks/webhook-store.ts";
import type { Database } from "./schema.ts";
import { createShareBuilds, createShareUploads, createShareVersions } from "./shared-commits.ts";
import { createSqlAcceptedRuns } from "./sql-accepted-runs.ts";
import { createSqlAuditLog } from "./sql-audit-log.ts";
import { createSqlBuildStore } from "./sql-build-store.ts";
import { createSqlChunkStore } from "./sql-chunk-store.ts";
import { createSqlConversationStore } from "./sql-conversation-store.ts";
import { createSqlDerivedStore } from "./sql-derived-store.ts";
import { createSqlElementStore } from "./sql-element-store.ts";
import { createSqlEventStore } from "./sql-event-store.ts";
import { createSqlFirstVersions } from "./sql-first-versions.ts";
import { createSqlFlowStore } from "./sql-flow-store.ts";
import { createSqlProjectStore } from "./sql-project-store.ts";
import { createSqlPromptStore } from "./sql-prompt-store.ts";
import { createSqlRetentionStore } from "./sql-retention-store.ts";
import { createSqlSourceNames } from "./sql-source-names.ts";
import { createSqlSourceStore } from "./sql-source-store.ts";
import { createSqlStreamedRuns } from "./sql-streamed-runs.ts";
import { createSqlTokenStore } from "./sql-token-store.ts";
import { createSqlUnindexedStore } from "./sql-unindexed-store.ts";
import { createSqlUsageStore } from "./sql-usage-store.ts";
import { createSqlVectorStore } from "./sql-vector-store.ts";
import { createSqlWebhookStore } from "./sql-webhook-store.ts";

export type Stores = {
  projects: ProjectStore;
  tokens: TokenStore;
  sources: SourceStore;
  sourceNames: SourceNames;
  builds: BuildStore;
  firstVersions: FirstVersions;
  elements: ElementStore;
  chunks: ChunkStore;
  conversations: ConversationStore;
  vectors: VectorStore;
  flows: FlowStore;
  acceptedRuns: AcceptedRuns;
  prompts: PromptStore;
  derived: DerivedStore;
  unindexed: UnindexedStore;
  auditLog: AuditLog;
  usage: UsageStore;
  retention: RetentionStore;
  projectEvents: EventStore;
  webhooks: WebhookStore;
  streamedRuns: StreamedRuns;
};

/** Every store over one database, migrated already. */
export const createStores = (database: Kysely<Database>, clock: Clock): Stores => {
  const shareUploads = createShareUploads(database);
  const shareBuilds = createShareBuilds(database);
  return {
    auditLog: createSqlAuditLog(database, clock, shareUploads),
    projects: createSqlProjectStore(database),
    tokens: createSqlTokenStore(database),
    sources: createSqlSourceStore(database, clock),
    sourceNames: createSqlSourceNames(database),
    builds: createSqlBuildStore(database, clock, { shareUploads, shareBuilds }),
    firstVersions: createSqlFirstVersions(database, createShareVersions(database)),
    elements: createSqlElementStore(database),
    chunks: createSqlChunkStore(database),
    conversations: createSqlConversationStore(database),
    vectors: createSqlVectorStore(database),
    flows: createSqlFlowStore(database, clock),
    acceptedRuns: createSqlAcceptedRuns(database),
    prompts: createSqlPromptStore(database),
    derived: createSqlDerivedStore(database, clock),
    unindexed: createSqlUnindexedStore(database),
    usage: createSqlUsageStore(database, shareBuilds),
    retention: createSqlRetentionStore(database),
    projectEvents: createSqlEventStore(database, clock),
    webhooks: createSqlWebhookStore(database),
    streamedRuns: createSqlStreamedRuns(database),
  };
};
