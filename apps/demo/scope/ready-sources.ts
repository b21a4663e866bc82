import type { Source } from "@headwater/client";
import { newestFirst } from "../sources/sieve.ts";

const ready = new Set(["Completed", "Processed"]);

/**
 * The sources that can be asked, newest first: those that are ready, and those that were chosen before, which may be
 * being read again.
 */
export function readySources(sources: readonly Source[], chosen: readonly string[] = []): Source[] {
  const kept = new Set(chosen);
  return sources
    .filter(({ status, file_id }) => ready.has(status) || kept.has(file_id))
    .toSorted(newestFirst);
}

/** Ids of the ready sources that have at least one of the tags. */
export const idsTagged = (sources: readonly Source[], tags: readonly string[]): string[] =>
  readySources(sources)
    .filter((source) => tags.some((tag) => source.tags?.includes(tag)))
    .map(({ file_id }) => file_id);

/** The name of a scope: "all 7 sources", "warranty.pdf", "3 sources". Undefined means all. */
export function scopeWords(
  sources: readonly Source[] | undefined,
  scope: readonly string[] | undefined,
): string {
  if (!scope) return sources ? allWords(sources.length) : "all sources";
  const name = scopeName(sources, scope);
  if (name !== undefined) return name;
  const named = new Set(scope);
  const isGone = sources && !sources.some(({ file_id }) => named.has(file_id));
  if (scope.length === 1) return isGone ? "a source that is gone" : "1 source";
  return `${scope.length === 0 ? "no" : scope.length.toLocaleString("en")} sources${isGone && scope.length > 0 ? " that are gone" : ""}`;
}

/** The file name of a scope, when it is one known source. */
export function scopeName(
  sources: readonly Source[] | undefined,
  scope: readonly string[] | undefined,
): string | undefined {
  if (scope?.length !== 1) return undefined;
  return sources?.find(({ file_id }) => file_id === scope[0])?.file_name;
}

const allWords = (count: number): string => {
  if (count === 0) return "no source yet";
  return count === 1 ? "the one source" : `all ${count.toLocaleString("en")} sources`;
};

/** The scope after one source was ticked or unticked. If none is ticked, it is all sources. */
export function toggled(scope: readonly string[] | undefined, fileId: string): readonly string[] | undefined {
  const next = scope?.includes(fileId) ? scope.filter((each) => each !== fileId) : [...(scope ?? []), fileId];
  return next.length > 0 ? next : undefined;
}

/** The scope after all sources of a collection were ticked or unticked. */
export function toggledAll(
  scope: readonly string[] | undefined,
  fileIds: readonly string[],
): readonly string[] | undefined {
  const named = new Set(fileIds);
  const others = (scope ?? []).filter((each) => !named.has(each));
  const next = holdsAll(scope, fileIds) ? others : [...others, ...fileIds];
  return next.length > 0 ? next : undefined;
}

/** Whether a scope names every source of a collection. */
export function holdsAll(scope: readonly string[] | undefined, fileIds: readonly string[]): boolean {
  if (scope === undefined || scope.length < fileIds.length) return false;
  const held = new Set(scope);
  return fileIds.every((each) => held.has(each));
}
