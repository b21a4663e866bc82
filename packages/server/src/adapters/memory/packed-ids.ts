/** Words of 32 bits that an id takes. */
export const idWords = 4;

/** Writes an id (a UUID) as four words. Throws for any other text. */
export function bytesOfId(id: string, words: Uint32Array, at: number): void {
  const hex = id.replaceAll("-", "");
  if (!/^[0-9a-f]{32}$/i.test(hex)) throw new Error(`Not a UUID: ${id}`);
  for (let word = 0; word < idWords; word++)
    words[at + word] = Number.parseInt(hex.slice(word * 8, word * 8 + 8), 16);
}

/** The id that `bytesOfId` wrote. */
export function idAt(words: Uint32Array, at: number): string {
  let hex = "";
  for (let word = 0; word < idWords; word++)
    hex += (words[at + word] as number).toString(16).padStart(8, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
