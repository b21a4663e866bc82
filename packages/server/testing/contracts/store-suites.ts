import { describeAcceptedRuns } from "./accepted-runs.contract.ts";
import { describeAuditLog } from "./audit-log.contract.ts";
import { describeBuildStore } from "./build-store.contract.ts";
import { describeChunkStore } from "./chunk-store.contract.ts";
import { describeConversationStore } from "./conversation-store.contract.ts";
import { describeDerivedStore } from "./derived-store.contract.ts";
import { describeElementStore } from "./element-store.contract.ts";
import { describeFirstVersions } from "./first-versions.contract.ts";
import { describeFlowRuns } from "./flow-runs.contract.ts";
import { describeFlowStore } from "./flow-store.contract.ts";
import { describeFurtherChunks } from "./further-chunks.contract.ts";
import type { OpenStores } from "./open-stores.ts";
import { describeProjectStore } from "./project-store.contract.ts";
import { describePromptStore } from "./prompt-store.contract.ts";
import { describeSourceNames } from "./source-names.contract.ts";
import { describeSourceStore } from "./source-store.contract.ts";
import { describeTokenStore } from "./token-store.contract.ts";
import { describeVectorStore } from "./vector-store.contract.ts";

/** The suites of all stores. A database must pass them before the service may use it. */
export const describeStores = (name: string, open: OpenStores): void => {
  describeProjectStore(name, open);
  describeTokenStore(name, open);
  describeSourceStore(name, open);
  describeSourceNames(name, open);
  describeBuildStore(name, open);
  describeElementStore(name, open);
  describeFirstVersions(name, open);
  describeChunkStore(name, open);
  describeFurtherChunks(name, open);
  describeConversationStore(name, open);
  describeVectorStore(name, open);
  describeFlowStore(name, open);
  describeFlowRuns(name, open);
  describeAcceptedRuns(name, open);
  describePromptStore(name, open);
  describeDerivedStore(name, open);
  describeAuditLog(name, open);
};
