import type { Source } from "@headwater/client";

const ready = new Set(["Completed", "Processed"]);

/** Sources that can be asked: those read to the end, and those chosen before, which may be being read again. */
export const readySources = (sources: readonly Source[], chosen: readonly string[] = []): Source[] =>
  sources.filter(({ status, file_id }) => ready.has(status) || chosen.includes(file_id));

/** What a scope is called: "all 7 sources", "warranty.pdf", "3 sources". Undefined means all. */
export function scopeWords(
  sources: readonly Source[] | undefined,
  scope: readonly string[] | undefined,
): string {
  if (!scope) return sources ? allWords(sources.length) : "all sources";
  const [first] = scope;
  if (scope.length !== 1) return `${scope.length === 0 ? "no" : scope.length} sources`;
  return (
    sources?.find(({ file_id }) => file_id === first)?.file_name ??
    (sources ? "a source that is gone" : "1 source")
  );
}

const allWords = (count: number): string => {
  if (count === 0) return "no source yet";
  return count === 1 ? "the one source" : `all ${count} sources`;
};

/** A scope after one source was ticked or unticked; none ticked means all again. */
export function toggled(scope: readonly string[] | undefined, fileId: string): readonly string[] | undefined {
  const next = scope?.includes(fileId) ? scope.filter((each) => each !== fileId) : [...(scope ?? []), fileId];
  return next.length > 0 ? next : undefined;
}
