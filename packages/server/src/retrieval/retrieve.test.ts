import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryChunks } from "../../testing/memory-chunks.ts";
import { createMemoryIndex, type MemoryIndex } from "../../testing/memory-index.ts";
import type { Chunk } from "../chunks/chunk.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { newId } from "../kernel/ids.ts";
import { createLexicalCandidates } from "./lexical-candidates.ts";
import { maxQueryTerms, readQuery } from "./read-query.ts";
import { createRetrieve } from "./retrieve.ts";
import type { Retrieve } from "./retrieved-chunk.ts";
import { withTerms } from "./search-terms.ts";

const never = new AbortController().signal;

describe("retrieval", () => {
  const projectId = newId();
  let index: MemoryIndex;
  let retrieve: Retrieve;
  let memory: ReturnType<typeof createMemoryChunks>;

  beforeEach(() => {
    index = createMemoryIndex();
    memory = createMemoryChunks();
    retrieve = createRetrieve({ candidates: createLexicalCandidates(index), chunks: memory.store });
  });

  const chunk = (text: string, position = 0, title = ""): Chunk => ({
    chunkId: newId(),
    position,
    text,
    title,
    pageNumber: 1,
    elementIds: [newId()],
  });
  async function ingest(texts: (string | Chunk)[], fileId = newId(), project = projectId) {
    const versionId = newId();
    const chunks = texts.map((text, at) => (typeof text === "string" ? chunk(text, at) : text));
    await memory.store.begin(project, fileId, { chunkSetId: versionId, versionId, config: defaultChunking });
    await memory.store.add(versionId, chunks);
    index.add(
      project,
      withTerms(chunks).map((each) => ({ ...each, fileId })),
    );
    return { fileId, versionId, chunks };
  }
  const texts = async (text: string, more: { fileIds?: string[]; topK?: number } = {}) =>
    (await retrieve({ projectId, text, topK: 10, ...more }, never)).map((found) => found.text);

  it("finds what was just added, with where it comes from and a score in 0..1, best first", async () => {
    const { fileId, versionId, chunks } = await ingest([
      "The aileron controls the roll of an aircraft.",
      "Roll the dough and bake it for an hour.",
      "Nothing to see.",
    ]);
    const found = await retrieve({ projectId, text: "How does an aileron control roll?", topK: 10 }, never);
    expect(found.map((item) => item.text)).toEqual([chunks[0]?.text, chunks[1]?.text]);
    expect(found[0]).toMatchObject({ ...chunks[0], fileId, versionId, fileName: `${fileId}.txt` });
    expect(found[0]?.score).toBeLessThanOrEqual(1);
    expect(found[0]?.score).toBeGreaterThan(found[1]?.score ?? 1);
    expect(found[1]?.score).toBeGreaterThan(0);
  });

  it("matches inflected words, accents and other scripts", async () => {
    await ingest([
      "Connections were established.",
      "Le café de Málaga est fermé.",
      "東京都の人口は約1400万人です。",
      "北京是中国的首都。",
      "Столица России — Москва.",
      "Η πρωτεύουσα είναι η Αθήνα.",
      "عاصمة مصر هي القاهرة.",
      "Đường Nguyễn Huệ ở Łódź",
    ]);
    expect(await texts("connecting")).toEqual(["Connections were established."]);
    expect(await texts("CAFE malaga")).toEqual(["Le café de Málaga est fermé."]);
    expect(await texts("東京の人口")).toEqual(["東京都の人口は約1400万人です。"]);
    expect(await texts("首都")).toEqual(["北京是中国的首都。"]);
    expect(await texts("москва")).toEqual(["Столица России — Москва."]);
    expect(await texts("αθηνα")).toEqual(["Η πρωτεύουσα είναι η Αθήνα."]);
    expect(await texts("القاهِرة")).toEqual(["عاصمة مصر هي القاهرة."]);
    expect(await texts("nguyen lodz duong")).toEqual(["Đường Nguyễn Huệ ở Łódź"]);
  });

  it("finds by title, and by exact number", async () => {
    await ingest([
      chunk("It lasts two years.", 0, "Warranty › Batteries"),
      chunk("Invoice total 4711.08 due.", 1),
      chunk("Invoice total 4712.00 due.", 2),
    ]);
    expect(await texts("battery warranty")).toEqual(["It lasts two years."]);
    expect((await texts("invoice 4711.08"))[0]).toBe("Invoice total 4711.08 due.");
  });

  it("searches only the files asked for; none when the list is empty", async () => {
    const one = await ingest(["shared topic one"]);
    await ingest(["shared topic two"]);
    expect(await texts("topic", { fileIds: [one.fileId] })).toEqual(["shared topic one"]);
    expect(await texts("topic", { fileIds: [] })).toEqual([]);
    expect(await texts("topic", { fileIds: [newId()] })).toEqual([]);
  });

  it("shows nothing of other projects", async () => {
    await ingest(["secret topic"], newId(), newId());
    expect(await texts("topic")).toEqual([]);
  });

  it("passes over hits that are not active, and makes up for them", async () => {
    const replaced = await ingest(Array.from({ length: 150 }, () => "topic topic topic"));
    await ingest(["a topic among other things", "one more topic among many other things"]);
    const version = memory.versions.get(replaced.versionId);
    if (version) version.active = false;
    expect(await texts("topic", { topK: 5 })).toEqual([
      "a topic among other things",
      "one more topic among many other things",
    ]);
  });

  it("answers at most topK, in the same order every time", async () => {
    const file = await ingest(Array.from({ length: 30 }, () => "identical words here"));
    const found = await retrieve({ projectId, text: "identical words", topK: 10 }, never);
    expect(found.map((item) => item.position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(found.every((item) => item.fileId === file.fileId)).toBe(true);
  });

  it("searches on from what it found where a question joins facts, unless that is unwanted; the first ones are the same for every topK", async () => {
    await ingest(["Brand is a verse tragedy of 1865 by Henrik Ibsen."]);
    await ingest(["The town of Henrik Ibsen is Skien."]);
    const question = "In which town did the writer who wrote Brand live?";
    const find = async (topK: number, secondHop?: "none") =>
      (await retrieve({ projectId, text: question, topK, secondHop }, never)).map(({ text }) => text);
    await ingest(Array.from({ length: 20 }, (_, at) => `A town with number ${at}, and with a town hall.`));
    const skien = "The town of Henrik Ibsen is Skien.";
    expect(await find(10, "none")).not.toContain(skien);
    const found = await find(50);
    expect(found.slice(0, 5)).toContain(skien);
    for (const topK of [1, 2, 3, 4, 5, 10, 20]) expect(await find(topK)).toEqual(found.slice(0, topK));
  });

  it("asks the store once for the chunks of all searches of a second hop", async () => {
    const names = ["Henrik Ibsen of Skien", "Bjarne Lund of Molde", "Arne Vik of Hamar"];
    for (const name of names) await ingest([`Brand is a verse tragedy that was read by ${name}.`]);
    await ingest(["The town of Henrik Ibsen is Skien."]);
    await ingest(["The town of Arne Vik is Hamar."]);
    let [asked, searches] = [0, 0];
    const hopping = createRetrieve({
      candidates: createLexicalCandidates(index),
      hopCandidates: createLexicalCandidates({
        search: (...query) => {
          searches += 1;
          return index.search(...query);
        },
      }),
      chunks: {
        findActive: (...ids) => {
          asked += 1;
          return memory.store.findActive(...ids);
        },
      },
    });
    const text = "In which town did the writer who wrote Brand live?";
    await hopping({ projectId, text, topK: 10, secondHop: "none" }, never);
    const alone = asked;
    const found = await hopping({ projectId, text, topK: 10 }, never);
    expect(found.map((chunk) => chunk.text)).toContain("The town of Arne Vik is Hamar.");
    expect(searches).toBeGreaterThan(4);
    // Those of a hop whose first chunks were copies or gone ask again.
    expect(asked - 2 * alone).toBeLessThanOrEqual(2);
  });

  it("goes on from the fifth hit too, however few are asked for, when it may go far", async () => {
    const lacking = ["first", "second act", "third, long", "fourth"].map(
      (each) => `${each}: writer wrote Brand`,
    );
    for (const text of [
      ...lacking,
      "In a long evening Brand was made by Henrik Ibsen, as all who know it say.",
    ])
      await ingest([text]);
    await ingest(["Henrik Ibsen is from Skien."]);
    const text = "In which town did the writer who wrote Brand live?";
    const find = async (topK: number) =>
      (await retrieve({ projectId, text, topK, secondHop: "wide" }, never)).map((chunk) => chunk.text);
    expect((await find(4)).at(-1)).toBe("Henrik Ibsen is from Skien.");
    expect(await find(4)).toEqual((await find(20)).slice(0, 4));
  });

  it("finds a text once, with its other places, and fills the freed places with the next hits", async () => {
    const copy = "Topic of the day: the kettle is blue, and so is the lid of the kettle.";
    await ingest([copy]);
    await ingest([copy]);
    await ingest([copy, "another topic"]);
    await ingest(["one more topic that is longer than the other one"]);
    const found = await retrieve({ projectId, text: "topic kettle", topK: 3 }, never);
    expect(found.map(({ text }) => text)).toEqual([
      copy,
      "another topic",
      "one more topic that is longer than the other one",
    ]);
    expect(new Set([found[0], ...(found[0]?.copies ?? [])].map((place) => place?.fileId)).size).toBe(3);
  });

  it.each(["", "  ", "the of and", "!?*()\"'\\", "AND OR NOT", "😀"])(
    "answers nothing to %j",
    async (query) => {
      await ingest(["Some text about things."]);
      expect(await texts(query)).toEqual([]);
    },
  );

  it("ends when the signal aborts", async () => {
    await ingest(["topic"]);
    await expect(retrieve({ projectId, text: "topic", topK: 10 }, AbortSignal.abort())).rejects.toThrow(
      "aborted",
    );
  });

  it("takes search syntax and very long queries as plain words", async () => {
    await ingest(["alpha beta", "gamma"]);
    expect(await texts('+alpha* -"beta"~2 title:nothing ^9')).toEqual(["alpha beta"]);
    const long = `${Array.from({ length: 8_000 }, (_, at) => `w${at}`).join(" ")} gamma gamma`;
    expect(await texts(long)).toEqual(["gamma"]);
    expect(readQuery(long).terms).toHaveLength(maxQueryTerms);
  });
});
