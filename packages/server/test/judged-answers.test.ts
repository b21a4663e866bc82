import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ChatRequest, systemTextOf, textOf } from "../testing/model-server/chat.ts";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";
import { writeTinyJudge } from "../testing/tiny-encoder/write-tiny-encoder.ts";

type Answer = {
  answer: string;
  citations: {
    index: number;
    verdict: string;
    judged?: { judge: string; opinion: string; score: number | null };
  }[];
  usage: { calls: number; tokens_in: number };
};

const report = `# Lighthouse

The mayor agrees that the lighthouse was built in 1874 by Maria Lopez.

The keeper denies that the lamp was replaced in 1920.
`;
const question = "What do the mayor and the keeper say of the lighthouse and its lamp?";

/** The number of the passage that has a text, as the model sees it. */
const cited = (request: ChatRequest, text: string): string =>
  `[${
    /"number":(\d+)/.exec(
      textOf(request)
        .split("\n")
        .find((line) => line.startsWith('{"number"') && line.includes(text)) ?? "",
    )?.[1]
  }]`;

const isJudging = (request: ChatRequest) => systemTextOf(request).startsWith("You check whether");

const says = (request: ChatRequest) =>
  `Lopez is who put it up ${cited(request, "1874")}. Somebody put a new one there in 1920 ${cited(request, "1920")}. Lopez did so in 1875 too, in 1874 again ${cited(request, "1874")}.`;

let models: ModelServer;
let folder: string;
beforeAll(async () => {
  models = await startModelServer();
  folder = await mkdtemp(join(tmpdir(), "headwater-judge-"));
  await writeTinyJudge(folder);
});
afterAll(async () => {
  await models.close();
  await rm(folder, { recursive: true });
});

async function askJudgedBy(judge: string): Promise<Answer> {
  const server: TestServer = await startServer({
    HEADWATER_LANGUAGE_MODEL: `openai-compatible:test@${models.baseUrl}`,
    HEADWATER_JUDGE_MODEL: judge,
  });
  try {
    await server.ingestAndWait("lighthouse.md", report);
    return (await server.call<Answer>("POST", "/ask-sources", { question })).body;
  } finally {
    await server.close();
  }
}

it("shows what a judge in a folder finds about what rules cannot decide", async () => {
  models.answerChat(says);
  const { answer, citations, usage } = await askJudgedBy(`local:${folder}`);
  const found = citations.map(({ verdict, judged }) => [verdict, judged?.opinion]);
  expect(found.slice(0, 2)).toEqual([
    ["verified", "supported"],
    ["unverified", "contradicted"],
  ]);
  expect(citations[0]?.judged?.score).toBeGreaterThan(0.9);
  expect(answer).toContain("Contradicted by their source, a judging model finds: [2].");
  expect(usage.calls).toBe(1);
});

it("counts the calls of a language model that judges", async () => {
  models.answerChat((request) =>
    isJudging(request)
      ? { verdict: textOf(request).includes("Somebody") ? "unsure" : "supported" }
      : says(request),
  );
  const { answer, citations, usage } = await askJudgedBy("language-model");
  expect(citations.slice(0, 2).map(({ verdict, judged }) => [verdict, judged])).toEqual([
    ["verified", { judge: "test", opinion: "supported", score: null }],
    ["unverified", { judge: "test", opinion: "unsure", score: null }],
  ]);
  expect(answer).toContain("Unverified, because it is in the model's own words: [2]");
  expect(usage.calls).toBeGreaterThanOrEqual(3);
});
