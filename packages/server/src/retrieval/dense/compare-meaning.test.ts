import { describe, expect, test } from "vitest";
import type { Embedder, WordVectors } from "../../models/embedder.ts";
import { createCompareMeaning } from "./compare-meaning.ts";
import { hashText } from "./embedded-text.ts";

const vectorOf = (text: string): Float32Array =>
  text.includes("pump") ? Float32Array.from([0.6, 0.8]) : Float32Array.from([1, 0]);

function createRoom({
  stored = [],
  fails = () => false,
  words,
  maxBytes,
}: {
  stored?: string[];
  fails?: (text: string) => boolean;
  /** The words of a text with their vectors. */
  words?: (text: string) => WordVectors | undefined;
  maxBytes?: number;
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
    ...(words && {
      async embedWords(text, purpose) {
        embedded.push(`${purpose} ${text}`);
        const known = words(text);
        return { vector: vectorOf(text), ...(known && { words: known }), usage: {} };
      },
    }),
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
    ...(maxBytes !== undefined && { maxBytes }),
    log: { fellBack: (_what, error) => log.push((error as Error).message) },
  });
  return { compare, embedded, log };
}

describe("comparing by meaning", () => {
  test("gives a cosine for each text in order, also for the same text twice", async () => {
    const { compare } = createRoom();
    const likeness = await compare("project", "a pump", ["a pump", "a seal", "a pump"], true, 0);
    expect(likeness?.cosines.map((value) => Number(value.toFixed(2)))).toEqual([1, 0.6, 1]);
  });

  test("embeds a text once, and none that the store has", async () => {
    const { compare, embedded } = createRoom({ stored: ["kept chunk"] });
    await compare("project", "q", ["kept chunk", "a seal"], true, 0);
    await compare("project", "q", ["kept chunk", "a seal", "a pump"], true, 0);
    expect(embedded).toEqual(["query q", "passage a seal", "query q", "passage a pump"]);
  });

  test("says that there is nothing to compare by when the model fails", async () => {
    const { compare, log } = createRoom({ fails: () => true });
    expect(await compare("project", "q", ["a seal"], true, 0)).toBeNull();
    expect(log).toEqual(["no model"]);
  });

  /** Each word lies in a direction of its own; "engine" in that of "pump". */
  const words = (text: string): WordVectors => {
    const texts = text.split(" ");
    const known = ["a", "pump", "seal", "q"];
    const vectors = texts.flatMap((word) =>
      known.flatMap((each) => [each === word.replace("engine", "pump") ? 0.5 : -0.5, 0.5, -0.5, 0.5]),
    );
    return { texts, vectors: Float32Array.from(vectors, (value) => value / 2) };
  };

  test("says for each word of the question how far the nearest word of a text is", async () => {
    const { compare } = createRoom({ words, stored: ["kept chunk"] });
    const { words: near } =
      (await compare("project", "engine seal", ["kept chunk", "a pump", "a seal"], true, 1)) ?? {};
    expect(near?.asked).toEqual(["engine", "seal"]);
    const [chunk, pump, seal] = near?.far ?? [];
    expect(pump?.[0]).toBeLessThan(pump?.[1] ?? 0);
    expect(seal?.[1]).toBeLessThan(seal?.[0] ?? 0);
    expect(pump?.[0]).toBe(seal?.[1]);
    expect(chunk).toBeNull();
  });

  test("a sentence that is a whole section has its words, too", async () => {
    const { compare, embedded } = createRoom({ words, stored: ["a pump"] });
    const far = async () =>
      (await compare("project", "engine", ["a pump", "a pump"], true, 1))?.words?.far.map(
        (each) => each !== null,
      );
    expect(await far()).toEqual([true, true]);
    expect(await far()).toEqual([true, true]);
    expect(embedded.filter((each) => each.startsWith("passage"))).toEqual(["passage a pump"]);
  });

  test("a model that gives no words is asked once", async () => {
    const { compare, embedded } = createRoom({ words: () => undefined });
    for (const _ of ["first", "again"])
      expect((await compare("project", "q", ["a pump"], true, 0))?.words).toBeUndefined();
    expect(embedded).toEqual(["query q", "passage a pump", "query q"]);
  });

  test("forgets the texts that were not needed for longest when they take too much memory", async () => {
    const { compare, embedded } = createRoom({ words, maxBytes: 700 });
    for (const text of ["a pump", "a seal", "a pump", "a q"]) await compare("project", "q", [text], true, 0);
    await compare("project", "q", ["a seal", "a pump"], true, 0);
    expect(embedded.filter((each) => each.startsWith("passage"))).toEqual([
      ...["passage a pump", "passage a seal", "passage a q", "passage a seal"],
    ]);
  });

  test("keeps what was made before the model failed, so that the next question goes on", async () => {
    let isSlow = true;
    const { compare, embedded } = createRoom({ fails: (text) => isSlow && text === "a seal" });
    expect(await compare("project", "q", ["a pump", "a seal"], true, 0)).toBeNull();
    isSlow = false;
    expect((await compare("project", "q", ["a pump", "a seal"], true, 0))?.cosines).toHaveLength(2);
    expect(embedded).toEqual(["query q", "passage a pump", "query q", "passage a seal"]);
  });
});
