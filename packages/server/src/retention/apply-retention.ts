import type { ConversationStore } from "../answering/conversation-store.ts";
import type { AuditLog, Subjects } from "../audit/audit-log.ts";
import { ofOperator } from "../audit/audit-log.ts";
import type { FlowStore } from "../flows/flow/flow-store.ts";
import type { Clock } from "../kernel/clock.ts";
import type { ProjectId } from "../kernel/ids.ts";
import type { RemoveOriginal } from "../sources/remove-original.ts";
import type { SourceStore } from "../sources/source-store.ts";
import type { RetentionStore } from "./retention-store.ts";

export type RetentionDeps = {
  retention: Pick<RetentionStore, "list">;
  conversations: Pick<ConversationStore, "removeOld">;
  flows: Pick<FlowStore, "removeOldRuns">;
  sources: Pick<SourceStore, "withOldOriginals">;
  removeOriginal: RemoveOriginal;
  /** Makes sure that what was removed is no longer in the files of the database either. */
  erase: () => Promise<void>;
  /** Null where no audit log is written. */
  auditLog: Pick<AuditLog, "append"> | null;
  /** That of the database, where several processes compare their times. */
  clock: Clock;
};

/** What was removed. */
export type Removed = { conversations: number; runs: number; originals: number };

const dayMs = 86_400_000;

/**
 * Removes what projects do not want to keep any longer, in batches, each recorded in the audit log. Stops after the batch in
 * which `mayGoOn` answers false; what is left goes the next time.
 */
export async function applyRetention(deps: RetentionDeps, mayGoOn: () => boolean): Promise<Removed> {
  const removed: Removed = { conversations: 0, runs: 0, originals: 0 };
  const record = async (projectId: ProjectId, subjects: Subjects) =>
    deps.auditLog?.append(
      { ...ofOperator, via: "service", operation: "removeOld", projectId, subjects },
      { isDurable: true },
    );
  let hasErased = true;
  for (const { projectId, conversationDays, runDays, originalDays } of await deps.retention.list()) {
    const steps = [
      stepOf(conversationDays, deps.clock, async (before) => {
        const conversation = await deps.conversations.removeOld(before, projectId);
        removed.conversations += conversation.length;
        return { conversation };
      }),
      stepOf(runDays, deps.clock, async (before) => {
        const { runs, flows } = await deps.flows.removeOldRuns(projectId, before);
        removed.runs += runs.length;
        return { run: runs, flow: flows };
      }),
      stepOf(originalDays, deps.clock, async (before) => {
        const source: string[] = [];
        for (const original of await deps.sources.withOldOriginals(projectId, before))
          if (await deps.removeOriginal(original)) source.push(original.fileId);
        removed.originals += source.length;
        return { source };
      }),
    ];
    for (const step of steps)
      while (mayGoOn()) {
        const subjects = await step();
        if (Object.values(subjects).every((ids) => ids.length === 0)) break;
        hasErased = false;
        await record(projectId, subjects);
      }
  }
  if (!hasErased) await deps.erase();
  return removed;
}

/** Removes one batch; nothing where the project keeps things for ever. */
const stepOf =
  (days: number | null, clock: Clock, remove: (before: Date) => Promise<Record<string, string[]>>) =>
  async (): Promise<Record<string, string[]>> =>
    days === null ? {} : remove(new Date(clock.now().getTime() - days * dayMs));
