import { describe, expect, it } from "vitest";
import { newId } from "./ids.ts";
import { bytesOfId, createIdTable, idAt, idWords, wordsOfIds } from "./packed-ids.ts";

const idsOf = (words: Uint32Array) =>
  Array.from({ length: words.length / idWords }, (_, at) => idAt(words, at * idWords));

describe("ids as words", () => {
  it("are what was written, also with high bits and zeros, and in capitals", () => {
    const ids = ["ffffffff-8000-0000-ffff-00000000000a", "00000000-0000-0000-0000-000000000000", newId()];
    const words = new Uint32Array(idWords * ids.length);
    for (const [at, id] of ids.entries()) bytesOfId(id, words, at * idWords);
    expect(idsOf(words)).toEqual(ids);
    expect(idsOf(wordsOfIds(ids.join()))).toEqual(ids);
    expect(idsOf(wordsOfIds(ids.join().toUpperCase()))).toEqual(ids);
    expect(() => bytesOfId("not an id", words, 0)).toThrow("Not a UUID");
  });

  it("leaves out what is not an id", () => {
    const id = newId();
    const near = [
      id.slice(1),
      `${id}0`,
      id.replaceAll("-", "0"),
      `g${id.slice(1)}`,
      `é${id.slice(1)}`,
      id.replace("-", "0"),
    ];
    expect(idsOf(wordsOfIds(["", "x", ...near, id, "') OR 1=1"].join()))).toEqual([id]);
    expect(wordsOfIds("")).toHaveLength(0);
    // The digits of one that is left out are not part of the next.
    expect(idsOf(wordsOfIds([`${id.slice(0, 35)}-`, id].join()))).toEqual([id]);
  });

  it("are found in a table, and others are not, also when all have the same last word", () => {
    const same = Array.from({ length: 500 }, () => `${newId().slice(0, 28)}00000007`);
    const ids = wordsOfIds([...same, ...Array.from({ length: 500 }, newId)].join());
    const table = createIdTable(ids);
    for (let index = 0; index < 1_000; index += 2) table.add(index);
    for (let index = 0; index < 1_000; index++)
      expect(table.find(ids, index * idWords)).toBe(index % 2 === 0 ? index : -1);
    expect(createIdTable(new Uint32Array()).find(ids, 0)).toBe(-1);
  });
});
