/**
 * A 32-bit hash of a term (FNV-1a over UTF-16 units). Equal terms have equal hashes. Two different terms among the
 * thousands of one search almost never share a hash.
 */
export function hashTerm(term: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < term.length; index++) {
    hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

export const hashTerms = (terms: string[]): Uint32Array => Uint32Array.from(terms, hashTerm);
