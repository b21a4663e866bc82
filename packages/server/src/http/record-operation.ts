import { type OperationId, operations } from "@headwater/spec";
import type { AuditFacts, AuditLog, Subjects } from "../audit/audit-log.ts";
import type { Caller } from "../auth/authenticate.ts";

/** What is recorded of an operation beside its id. */
export type OperationRecord = {
  via: "http" | "mcp";
  outcome: AuditFacts["outcome"];
  caller: Caller;
  /** Whom a trusted proxy named. */
  onBehalfOf: string | null;
  requestId: string | null;
  subjects: Subjects;
};

/** Writes an operation to the audit log before it is answered. Never rejects. */
export type RecordOperation = (operationId: OperationId, record: OperationRecord) => Promise<void>;

/** Operations that change nothing and are recorded: what leaves the service by them are the sources themselves. */
const reading: ReadonlySet<OperationId> = new Set<OperationId>([
  "askSources",
  "prebuiltRag",
  "runExtraction",
  "runFlow",
  "getSourceContent",
]);

const changes = (operationId: OperationId): boolean => operations[operationId].access === "write";

/** Whether an operation belongs into the audit log. */
export const isRecorded = (operationId: OperationId): boolean =>
  changes(operationId) || reading.has(operationId);

export function createRecordOperation(deps: {
  auditLog: Pick<AuditLog, "append">;
  /** The source of a build: what starts one answers its id only. */
  sourceOfBuild: (projectId: string, buildId: string) => Promise<string | null>;
  onFault: (error: unknown) => void;
}): RecordOperation {
  return async (operationId, { caller, onBehalfOf, subjects, ...record }) => {
    try {
      const [buildId] = subjects.build ?? [];
      const source =
        buildId !== undefined && !subjects.source
          ? await deps.sourceOfBuild(caller.projectId, buildId)
          : null;
      await deps.auditLog.append(
        {
          ...record,
          operation: operationId,
          projectId: caller.projectId,
          tokenId: caller.tokenId,
          tokenName: caller.tokenName ?? null,
          caller: onBehalfOf,
          subjects: source === null ? subjects : { ...subjects, source: [source] },
        },
        { isDurable: changes(operationId) },
      );
    } catch (error) {
      deps.onFault(error);
    }
  };
}
