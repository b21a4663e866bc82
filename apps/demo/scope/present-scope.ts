import type { Source } from "@headwater/client";

/**
 * Removes deleted sources from a scope. Undefined means all sources. The scope stays unchanged while the sources are
 * unknown and when none of them is left: a question about one document must not become a question about all.
 */
export function presentScope(
  scope: readonly string[] | undefined,
  sources: readonly Source[] | undefined,
): string[] | undefined {
  if (!scope) return undefined;
  const known = new Set(sources?.map(({ file_id }) => file_id));
  const present = scope.filter((fileId) => known.has(fileId));
  return present.length > 0 ? present : [...scope];
}
