import type { Clock } from "../../kernel/clock.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { createKeptLast } from "../derived/kept-by-sources.ts";
import type { NodeRecord } from "../flow/flow-store.ts";

/** What nodes gave in runs of revisions, by project and content key. In memory only, so nothing of it outlives the process. */
export type GivenOutputs = {
  find(projectId: ProjectId, key: string): NodeRecord | undefined;
  keep(projectId: ProjectId, key: string, record: NodeRecord): void;
};

/** All that is kept, in characters, and how long. What was made of a deleted source is not found any more, and is removed after that time. */
const maxLength = 32 * 1024 * 1024;
const keptMs = 10 * 60_000;

export function createGivenOutputs(clock: Clock): GivenOutputs {
  const kept = createKeptLast<{ record: NodeRecord; length: number; at: number }>(
    maxLength,
    ({ length }) => length,
  );
  const nameOf = (projectId: ProjectId, key: string) => `${projectId} ${key}`;
  return {
    find(projectId, key) {
      const found = kept.get(nameOf(projectId, key));
      return found && clock.now().getTime() - found.at < keptMs ? found.record : undefined;
    },
    keep(projectId, key, record) {
      const { length } = JSON.stringify(record.output);
      kept.keep(nameOf(projectId, key), { record, length, at: clock.now().getTime() });
    },
  };
}
