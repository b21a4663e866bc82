import { createHash } from "node:crypto";
import type { ProjectId } from "../../kernel/ids.ts";
import type { DerivedFrom } from "./derive-by-version.ts";

/** Names what is put together from some sources of a project, in whatever order they come. */
export const keyOfSources = (projectId: ProjectId, sources: DerivedFrom[], config = ""): string =>
  createHash("sha256")
    .update(JSON.stringify([projectId, config, sources.map(({ chunkSetId }) => chunkSetId).sort()]))
    .digest("hex");

/**
 * Keeps what was used last, up to `maxSize` in all by `sizeOf`; the last one stays, however large it is. So a deployed flow
 * puts nothing together again for each question.
 */
export function createKeptLast<Value>(maxSize: number, sizeOf: (value: Value) => number) {
  const kept = new Map<string, Value>();
  return {
    get(key: string): Value | undefined {
      const value = kept.get(key);
      if (value === undefined) return undefined;
      kept.delete(key);
      kept.set(key, value);
      return value;
    },
    keep(key: string, value: Value): void {
      kept.delete(key);
      kept.set(key, value);
      let total = 0;
      for (const [index, [each, other]] of [...kept].reverse().entries()) {
        total += sizeOf(other);
        if (total > maxSize && index > 0) kept.delete(each);
      }
    },
  };
}
