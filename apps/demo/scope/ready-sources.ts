import type { Source } from "@headwater/client";

const ready = new Set(["Completed", "Processed"]);

/**
 * The sources that can be asked: those that are ready, and those that were chosen before, which may be being read
 * again.
 */
export const readySources = (sources: readonly Source[], chosen: readonly string[] = []): Source[] =>
  sources.filter(({ status, file_id }) => ready.has(status) || chosen.includes(file_id));

/** The name of a scope: "all 7 sources", "warranty.pdf", "3 sources". Undefined means all. */
export function scopeWords(
  sources: readonly Source[] | undefined,
  scope: readonly string[] | undefined,
): string {
  if (!scope) return sources ? allWords(sources.length) : "all sources";
  const name = scopeName(sources, scope);
  if (name !== undefined) return name;
  const isGone = sources && !sources.some(({ file_id }) => scope.includes(file_id));
  if (scope.length === 1) return isGone ? "a source that is gone" : "1 source";
  return `${scope.length === 0 ? "no" : scope.length} sources${isGone && scope.length > 0 ? " that are gone" : ""}`;
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
  return count === 1 ? "the one source" : `all ${count} sources`;
};

/** The scope after one source was ticked or unticked. If none is ticked, it is all sources. */
export function toggled(scope: readonly string[] | undefined, fileId: string): readonly string[] | undefined {
  const next = scope?.includes(fileId) ? scope.filter((each) => each !== fileId) : [...(scope ?? []), fileId];
  return next.length > 0 ? next : undefined;
}
