import { describe, expect, test } from "vitest";
import type { Embedder } from "../../models/embedder.ts";
import { createCompareMeaning } from "./compare-meaning.ts";
import { hashText } from "./embedded-text.ts";

const vectorOf = (text: string): Float32Array =>
  text.includes("pump") ? Float32Array.from([0.6, 0.8]) : Float32Array.from([1, 0]);

function createRoom({
  stored = [],
  fails = () => false,
}: {
  stored?: string[];
  fails?: (text: string) => boolean;
} = {}) {
  const embedded: string[] = [];
  const log: string[] = [];
  const embedder: Embedder = {
    space: "mini",
    async embed(texts, purpose) {
      if (texts.some(fails)) throw new Error("no model");
      embedded.push(...texts.map((text) => `${purpose} ${text}`));
      return { vectors: texts.map(vectorOf), usage: {} };
    },
  };
  const compare = createCompareMeaning({
    embedder,
    vectors: {
      spaces: async (projectId) => [{ spaceId: "s", projectId, name: "mini", isWhole: false }],
      find: async (_space, hashes) =>
        new Map(
          stored.flatMap((text) =>
            hashes.includes(hashText(text)) ? [[hashText(text), vectorOf(text)] as const] : [],
          ),
        ),
    },
    log: { fellBack: (_what, error) => log.push((error as Error).message) },
  });
  return { compare, embedded, log };
}

describe("comparing by meaning", () => {
  test("gives a cosine for each text in order, also for the same text twice", async () => {
    const { compare } = createRoom();
    const cosines = await compare("project", "a pump", ["a pump", "a seal", "a pump"], true);
    expect(cosines?.map((value) => Number(value.toFixed(2)))).toEqual([1, 0.6, 1]);
  });

  test("embeds a text once, and none that the store has", async () => {
    const { compare, embedded } = createRoom({ stored: ["kept chunk"] });
    await compare("project", "q", ["kept chunk", "a seal"], true);
    await compare("project", "q", ["kept chunk", "a seal", "a pump"], true);
    expect(embedded).toEqual(["query q", "passage a seal", "query q", "passage a pump"]);
  });

  test("says that there is nothing to compare by when the model fails", async () => {
    const { compare, log } = createRoom({ fails: () => true });
    expect(await compare("project", "q", ["a seal"], true)).toBeNull();
    expect(log).toEqual(["no model"]);
  });

  test("keeps what was made before the model failed, so that the next question goes on", async () => {
    let isSlow = true;
    const { compare, embedded } = createRoom({ fails: (text) => isSlow && text === "a seal" });
    expect(await compare("project", "q", ["a pump", "a seal"], true)).toBeNull();
    isSlow = false;
    expect(await compare("project", "q", ["a pump", "a seal"], true)).toHaveLength(2);
    expect(embedded).toEqual(["query q", "passage a pump", "query q", "passage a seal"]);
  });
});
