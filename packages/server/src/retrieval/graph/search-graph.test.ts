import { describe, expect, it } from "vitest";
import type { RetrievedChunk } from "../retrieved-chunk.ts";
import { readContribution } from "./contribution.ts";
import { sumContributions } from "./entity-graph.ts";
import { searchGraph } from "./search-graph.ts";

const chunk = (chunkId: string, title: string, text: string, score: number): RetrievedChunk => ({
  chunkId,
  position: 0,
  title,
  text,
  pageNumber: 1,
  elementIds: [],
  fileId: chunkId,
  fileName: `${chunkId}.txt`,
  versionId: chunkId,
  score,
});
const question = "In which country was the author who wrote the play Brand born?";
const brand = chunk("brand", "Brand", "A verse tragedy. The play was written by Henrik Ibsen in 1865.", 0.6);
const ibsen = chunk("ibsen", "Henrik Ibsen", "Born in Skien, a town of a northern country.", 0.5);
const stranger = chunk("stranger", "Peers", "A country of authors, born to write.", 0.8);
const others = Array.from({ length: 10 }, (_, at) =>
  chunk(`other ${at}`, "Plays", "A play is for a stage.", 0.5 - at / 100),
);
const graphOf = (chunks: RetrievedChunk[]) => sumContributions(new Map([["v", readContribution(chunks)]]));

describe("a search along a graph", () => {
  it("goes on by what the best chunks name, and says by which name", async () => {
    const search = async (text: string) =>
      text === question ? [brand, ...others] : text.includes("Henrik Ibsen") ? [ibsen] : [];
    const found = await searchGraph(graphOf([brand, ibsen, ...others]), { text: question, topK: 5, search });
    expect(found).toHaveLength(5);
    expect(found.find(({ chunkId }) => chunkId === "ibsen")?.bridge).toEqual({
      name: "Henrik Ibsen",
      chunkId: "brand",
    });
    expect(found[0]).toEqual(brand);
  });

  it("prefers a chunk that names the entity to a better one that does not", async () => {
    const search = async (text: string) =>
      text === question ? [brand, ...others] : text.includes("Henrik Ibsen") ? [stranger, ibsen] : [];
    const found = await searchGraph(graphOf([brand, ibsen, stranger, ...others]), {
      text: question,
      topK: 20,
      search,
    });
    const rankOf = (id: string) => found.findIndex(({ chunkId }) => chunkId === id);
    expect(rankOf("ibsen")).toBeLessThan(rankOf("stranger"));
  });

  it("does not go on by what a large share of the chunks names", async () => {
    const crowd = Array.from({ length: 30 }, (_, at) =>
      chunk(`crowd ${at}`, "Peers", "He met Henrik Ibsen.", 0.1),
    );
    const searches: string[] = [];
    const search = async (text: string) => {
      searches.push(text);
      return text === question ? [brand, ...others] : [];
    };
    await searchGraph(graphOf([brand, ...others, ...crowd]), { text: question, topK: 5, search });
    expect(searches.some((text) => text.includes("Ibsen"))).toBe(false);
  });

  it("answers an empty graph with what the first search finds", async () => {
    const found = await searchGraph(graphOf([]), {
      text: question,
      topK: 3,
      search: async () => [brand, ...others],
    });
    expect(found.map(({ chunkId }) => chunkId)).toEqual(["brand", "other 0", "other 1"]);
  });
});
