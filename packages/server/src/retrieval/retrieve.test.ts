import { beforeEach, describe, expect, it } from "vitest";
import { createMemoryChunks } from "../../testing/memory-chunks.ts";
import { createMemoryIndex, type MemoryIndex } from "../../testing/memory-index.ts";
import type { Chunk } from "../chunks/chunk.ts";
import { defaultChunking } from "../chunks/chunking-config.ts";
import { newId } from "../kernel/ids.ts";
import type { MeaningSource } from "./candidate-source.ts";
import { createHybridCandidates } from "./hybrid-candidates.ts";
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

  describe("a second hop", () => {
    const skien = "The town of Henrik Ibsen is Skien.";
    const allAlike: MeaningSource = {
      search: async (_query, _scope, _limit, _signal, chunkIds = []) =>
        chunkIds.map((chunkId) => ({ chunkId, score: 0.3, sum: 0.3, cosine: 0.3 })),
    };
    const search = (text: string, topK: number, secondHop?: "none" | "wide") => {
      const candidates = createHybridCandidates(createLexicalCandidates(index), allAlike);
      const retrieving = createRetrieve({ candidates, hopIndex: index, chunks: memory.store });
      return retrieving({ projectId, text, topK, secondHop }, never);
    };
    const find = async (...asked: Parameters<typeof search>) =>
      (await search(...asked)).map(({ text }) => text);
    const towns = Array.from({ length: 20 }, (_, at) => `A town with number ${at}, and with a town hall.`);

    it.each([
      "In which town did the writer who wrote Brand live?",
      "brand: the town of its author",
      "Tell me the town that the verse tragedy is connected with by who made it",
    ])("lifts what the best chunk leads to, in any wording: %s", async (question) => {
      await ingest(["Brand is a verse tragedy of 1865 by Henrik Ibsen."]);
      await ingest([skien]);
      for (const town of towns) await ingest([town]);
      const place = async (secondHop?: "none") => (await find(question, 30, secondHop)).indexOf(skien);
      expect(await place()).toBeLessThan(2);
      expect(await place()).toBeLessThan(await place("none"));
      const found = await find(question, 30);
      for (const topK of [1, 2, 5, 10]) expect(await find(question, topK)).toEqual(found.slice(0, topK));
    });

    it("lifts nothing where the best chunk says all that is asked, or names nothing new", async () => {
      await ingest(["Henrik Ibsen wrote the tragedy Brand in the town of Rome."]);
      await ingest(["the play was written by a man of the north"]);
      await ingest([skien]);
      await ingest(["A tragedy is a play. Henrik Ibsen is a man of the theatre."]);
      for (const question of ["tragedy Brand Rome town", "who had written that play"]) {
        const hits = await search(question, 10);
        expect(hits).toEqual(await search(question, 10, "none"));
      }
    });

    it("lifts nothing among what words alone have found", async () => {
      await ingest(["Brand is a verse tragedy of 1865 by Henrik Ibsen."]);
      await ingest([skien]);
      const words = createRetrieve({
        ...{ candidates: createLexicalCandidates(index), hopIndex: index, chunks: memory.store },
      });
      const text = "In which town did the writer who wrote Brand live?";
      const query = { projectId, text, topK: 10 };
      expect(await words(query, never)).toEqual(await words({ ...query, secondHop: "none" }, never));
    });

    it("does not take the nouns of German for names", async () => {
      await ingest(["Die Pumpe hat ein Ventil aus Messing, und der Motor treibt eine Welle an."]);
      await ingest(["Der Motor und das Ventil wurden in der Werkstatt geprüft, wie es der Meister will."]);
      const question = "Wer prüft die Pumpe?";
      expect(await search(question, 10)).toEqual(await search(question, 10, "none"));
    });

    it("goes on from the fifth hit too when it may go far", async () => {
      for (const each of ["first", "second act", "third, long", "fourth"])
        await ingest([`${each}: writer wrote Brand`]);
      await ingest(["In a long evening Brand was made by Henrik Ibsen, as all who know it say."]);
      await ingest(["Henrik Ibsen is from Skien."]);
      const question = "In which town did the writer who wrote Brand live?";
      expect(await find(question, 10)).not.toContain("Henrik Ibsen is from Skien.");
      expect(await find(question, 10, "wide")).toContain("Henrik Ibsen is from Skien.");
    });
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
