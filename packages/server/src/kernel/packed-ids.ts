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

const idLength = 36;
const dashesAt = [8, 13, 18, 23];
/** The value of each character of hexadecimal numbers, by its code; -1 of others. */
const digits = Int8Array.from({ length: 128 }, (_, code) =>
  "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase()),
);

/** The ids of a text that has a comma between two, as words one behind the other. What is not an id is left out. */
export function wordsOfIds(text: string): Uint32Array {
  const words = new Uint32Array(Math.ceil((text.length + 1) / (idLength + 1)) * idWords);
  let ids = 0;
  for (let start = 0; start < text.length; ) {
    const comma = text.indexOf(",", start);
    const end = comma < 0 ? text.length : comma;
    if (end - start === idLength && readId(text, start, words, ids * idWords)) ids += 1;
    start = end + 1;
  }
  return words.subarray(0, ids * idWords);
}

/** Reads the id at a place of a text, digit by digit: thousands of them are a filter. False when there is none. */
function readId(text: string, start: number, words: Uint32Array, at: number): boolean {
  for (const dash of dashesAt) if (text[start + dash] !== "-") return false;
  let read = 0;
  for (let place = start; place < start + idLength; place++) {
    const code = text.charCodeAt(place);
    if (code === 45) continue;
    const digit = code < 128 ? (digits[code] as number) : -1;
    if (digit < 0) return false;
    const word = at + (read >>> 3);
    words[word] = ((words[word] as number) << 4) | digit;
    read += 1;
  }
  return read === idWords * 8;
}

/** Finds ids in an array of them. */
export type IdTable = {
  /** Makes the id at this index of the array one that is found. */
  add(index: number): void;
  /** The index of an id, given as four words of any array; -1 when it is not in the table. */
  find(words: Uint32Array, at: number): number;
};

/** An open-addressing table by the last word of each id, which is random. It has room for all ids of the array. */
export function createIdTable(ids: Uint32Array): IdTable {
  const mask = 2 ** Math.ceil(Math.log2((ids.length / idWords) * 2 + 2)) - 1;
  /** 0 marks a free place; others hold the index of the id + 1. */
  const places = new Uint32Array(mask + 1);
  const isAt = (index: number, words: Uint32Array, at: number): boolean => {
    for (let word = 0; word < idWords; word++)
      if (ids[index * idWords + word] !== words[at + word]) return false;
    return true;
  };
  const placeOf = (words: Uint32Array, at: number): number => {
    let place = (words[at + idWords - 1] as number) & mask;
    while (places[place] !== 0 && !isAt((places[place] as number) - 1, words, at)) place = (place + 1) & mask;
    return place;
  };
  return {
    add(index) {
      places[placeOf(ids, index * idWords)] = index + 1;
    },
    find: (words, at) => (places[placeOf(words, at)] as number) - 1,
  };
}
