import type { Source } from "@headwater/client";

/**
 * A scope without the sources that were deleted since it was chosen; undefined means all. While the sources are unknown,
 * and where none of them is left, it stays as it is: a question about one document must not become one about everything.
 */
export function presentScope(
  scope: readonly string[] | undefined,
  sources: readonly Source[] | undefined,
): string[] | undefined {
  if (!scope) return undefined;
  const present = scope.filter((fileId) => sources?.some(({ file_id }) => file_id === fileId));
  return present.length > 0 ? present : [...scope];
}
