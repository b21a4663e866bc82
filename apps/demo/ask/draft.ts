/**
 * Joins two texts for the question field, so that neither is lost: one below the other, or only the longer one when it
 * contains the other.
 */
export function joinDrafts(current: string, added: string): string {
  if (current.includes(added.trim())) return current;
  if (added.includes(current.trim())) return added;
  return `${current.trimEnd()}\n${added}`;
}
