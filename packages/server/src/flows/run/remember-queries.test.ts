import { expect, it } from "vitest";
import { rememberQueries } from "./remember-queries.ts";

it("embeds a question once, and passages each time", async () => {
  const asked: string[] = [];
  const lookups: unknown[] = [];
  const embedder = rememberQueries(
    {
      space: "s",
      embed: async (texts, purpose) => {
        asked.push(`${purpose} ${texts.join()}`);
        return { vectors: texts.map((text) => new Float32Array([text.length])), usage: { tokensIn: 1 } };
      },
    },
    (observation) => lookups.push(observation),
  );
  const signal = new AbortController().signal;
  const embed = async (purpose: "query" | "passage", ...texts: string[]) =>
    (await embedder.embed(texts, purpose, signal)).vectors.map(([first]) => first);
  expect([await embed("query", "who"), await embed("query", "who"), await embed("query", "where")]).toEqual([
    [3],
    [3],
    [5],
  ]);
  expect([await embed("passage", "who"), await embed("passage", "who")]).toEqual([[3], [3]]);
  expect(asked).toEqual(["query who", "query where", "passage who", "passage who"]);
  expect(lookups).toMatchObject([{ found: false }, { found: true }, { found: false }]);
});
