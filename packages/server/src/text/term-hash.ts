/**
 * A 32-bit fingerprint of a term (FNV-1a over UTF-16 units): equal terms have equal ones, and among the thousands of
 * terms of one search two different ones nearly never meet.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
