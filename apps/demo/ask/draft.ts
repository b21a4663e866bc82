/**
 * Joins two texts for the question field, so that neither is lost: one below the other, or only the longer one when it
 * contains the other.
 */
export function joinDrafts(kept: string, added: string): string {
  if (kept.includes(added.trim())) return kept;
  if (added.includes(kept.trim())) return added;
  return `${kept.trimEnd()}\n${added}`;
}
