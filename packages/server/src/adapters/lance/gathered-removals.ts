/** What is removed: all rows of one file, or of one version. */
export type Removal = { column: "fileId" | "versionId"; id: string };

/** Ids of one delete: a thousand take hardly longer than one, each alone takes as long as all together. */
const maxRemovals = 1_000;

/**
 * Gathers removals that are asked for while another one runs into one delete. Each caller's promise ends with the
 * delete that its removal was part of.
 */
export function createGatheredRemovals(
  removeAll: (removals: Removal[]) => Promise<void>,
): (removal: Removal) => Promise<void> {
  type Waiting = { removal: Removal; done: PromiseWithResolvers<void> };
  const waiting: Waiting[] = [];
  let running = false;

  const run = async () => {
    running = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, maxRemovals);
      try {
        await removeAll(batch.map(({ removal }) => removal));
        for (const { done } of batch) done.resolve();
      } catch (error) {
        for (const { done } of batch) done.reject(error);
      }
    }
    running = false;
  };

  return (removal) => {
    const done = Promise.withResolvers<void>();
    waiting.push({ removal, done });
    // Started after the callers of this turn have all been heard.
    if (!running && waiting.length === 1) queueMicrotask(run);
    return done.promise;
  };
}
