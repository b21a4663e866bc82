import { isId, newId, type ProjectId } from "../../kernel/ids.ts";
import { ServiceError } from "../../kernel/service-error.ts";
import type { Signals } from "../../ports/signals.ts";

/** Whether another process keeps a run. */
export type IsRunElsewhere = (projectId: ProjectId, runId: string) => Promise<boolean>;

/** One that has it says so within milliseconds. */
const answerWithinMs = 1_000;

/** Asks the other processes whether they have a run, and answers them whether this one has. */
export function createIsRunElsewhere(
  signals: Signals,
  hasRun: (projectId: ProjectId, runId: string) => boolean,
): IsRunElsewhere {
  const asked = new Map<string, () => void>();
  signals.on("who-has-run", (text) => {
    const [projectId = "", runId = "", questionId = ""] = text.split(" ");
    if (hasRun(projectId, runId)) signals.send("has-run", questionId).catch(() => {});
  });
  signals.on("has-run", (questionId) => asked.get(questionId)?.());
  return async (projectId, runId) => {
    if (!isId(runId)) return false;
    const questionId = newId();
    const { promise, resolve } = Promise.withResolvers<boolean>();
    asked.set(questionId, () => resolve(true));
    const late = setTimeout(() => resolve(false), answerWithinMs);
    try {
      await signals.send("who-has-run", `${projectId} ${runId} ${questionId}`);
      return await promise;
    } finally {
      clearTimeout(late);
      asked.delete(questionId);
    }
  };
}

/** What to answer where this process has no such run. Its events are in the memory of the process that began it. */
export const missingRun = async (
  isElsewhere: IsRunElsewhere,
  [projectId, runId]: [ProjectId, string],
  notFound: () => ServiceError,
): Promise<ServiceError> =>
  (await isElsewhere(projectId, runId))
    ? new ServiceError(
        503,
        "Another process of this service has these events. Ask the one that began them: a load balancer has to keep a client with it.",
      )
    : notFound();
