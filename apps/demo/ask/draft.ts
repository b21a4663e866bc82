/**
 * Two texts meant for the field of the question, neither of which may be lost: one below the other, or the one that has
 * the other in it.
 */
export function joinDrafts(kept: string, added: string): string {
  if (kept.includes(added.trim())) return kept;
  if (added.includes(kept.trim())) return added;
  return `${kept.trimEnd()}\n${added}`;
}
