/**
 * What a simulation does again after a change, counted: files that are read, texts that are embedded, calls of the language model. A
 * flow of 200 files, chunking, retrieval, llm, response, with stand-ins for both models. Usage:
 *
 *     node bench/flow-changes.ts [files]
 */
import { startModelServer } from "../packages/server/testing/model-server/start-model-server.ts";
import { createZipfText } from "./corpora/zipf-text.ts";
import { withService } from "./support/built-service.ts";
import { printReport } from "./support/report.ts";

const files = Number(process.argv[2] ?? 200);
const paragraphs = 12;
const wordsPerParagraph = 60;
const builtWithinMs = 600_000;

type Counts = { read: number; embedded: number; calls: number };

const nameOf = (number: number): string => `report-${number}.md`;
const text = createZipfText(5);
/** Words of its own make its chunks the best for one question, and no other's. */
const contentOf = (number: number, mark = ""): string =>
  Array.from({ length: paragraphs }, () => `${mark} ${text(wordsPerParagraph)}.`).join("\n\n") +
  (number < 3 ? "\n\nThe quartz barometer of Hollin was mended in 1874." : "");

const models = await startModelServer();
models.answerChat("It was mended in 1874 [1].");
const environment = {
  HEADWATER_LANGUAGE_MODEL: `openai-compatible:test@${models.baseUrl}`,
  HEADWATER_EMBEDDING_MODEL: `openai-compatible:embed@${models.baseUrl}`,
  HEADWATER_MODEL_API_KEY: "sk-bench",
};
const node = (id: string, config: object) => ({
  ...{ id, type: id, position: { x: 0, y: 0 }, style: { height: 80, width: 200 } },
  data: { name: id, config },
});
const order = ["dataset", "chunking", "retrieval", "llm", "response"];
const graphWith = ({ chunkSize = 400, topK = 5 }) => ({
  nodes: [
    node("dataset", { files: Array.from({ length: files }, (_, number) => nameOf(number)) }),
    node("chunking", { chunkingSplitter: "character", chunkSize, chunkOverlap: 0 }),
    node("retrieval", { topK, searchType: "hybrid" }),
    node("llm", {}),
    node("response", {}),
  ],
  edges: order.slice(1).map((target, at) => ({ source: order[at], target })),
});

try {
  await withService(environment, async ({ process: { baseUrl }, caller, token }) => {
    const origin = baseUrl.replace(/\/sources$/, "");
    const call = async <Body>(method: string, path: string, body?: object): Promise<Body> => {
      const reply = await fetch(origin + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      });
      const answer = (await reply.json()) as Body;
      if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${JSON.stringify(answer)}`);
      return answer;
    };
    let read = 0;
    const add = async (number: number, mark?: string) => {
      read += 1;
      await caller.waitForBuild(
        await caller.ingest(nameOf(number), Buffer.from(contentOf(number, mark))),
        builtWithinMs,
      );
    };
    const remove = async (number: number) => {
      const { file_id } = (await call<{ file_id: string; file_name: string }[]>("GET", "/sources/")).find(
        ({ file_name }) => file_name === nameOf(number),
      ) ?? { file_id: "" };
      await call("DELETE", "/sources/delete", { file_id });
    };
    /** The texts of requests to the embedding model that are the flow's own: the service embeds new files by itself. */
    const embedded = () =>
      models.embeddings.reduce((sum, { input }) => sum + (Array.isArray(input) ? input.length : 1), 0);
    const whole = async () => {
      for (let before = -1; before !== embedded(); ) {
        before = embedded();
        await new Promise((resolve) => setTimeout(resolve, 3_000));
      }
    };
    const simulate = async (): Promise<Counts> => {
      await whole();
      const before = { embedded: embedded(), calls: models.chats.length };
      await call("POST", "/flows/bench/simulate", {
        query: "When was the quartz barometer of Hollin mended?",
      });
      const counts = {
        read,
        embedded: embedded() - before.embedded,
        calls: models.chats.length - before.calls,
      };
      read = 0;
      return counts;
    };

    for (let number = 0; number < files; number += 1) await add(number);
    await call("POST", "/flows/create", { name: "bench", graph: graphWith({}) });
    const full = await simulate();
    const replace = (settings: { chunkSize?: number; topK?: number }) =>
      call("PUT", "/flows/bench/graph", { graph: graphWith(settings) });
    const changes: [string, () => Promise<unknown>, string, (counts: Counts) => boolean][] = [
      [
        "one file changed",
        () => remove(files - 1).then(() => add(files - 1, "changed")),
        "≤ 2 % each",
        (counts) =>
          counts.read <= 0.02 * full.read && counts.embedded <= 0.02 * full.embedded && counts.calls <= 0.02,
      ],
      [
        "topK 5 → 3",
        () => replace({ topK: 3 }),
        "nothing read or embedded",
        (counts) => counts.read + counts.embedded === 0,
      ],
      [
        "chunk size 400 → 300",
        () => replace({ topK: 3, chunkSize: 300 }),
        "0 read",
        (counts) => counts.read === 0 && counts.embedded > 0,
      ],
      [
        "one file deleted",
        () => remove(files - 2),
        "0, 0, 0",
        (counts) => counts.read + counts.embedded + counts.calls === 0,
      ],
    ];
    const shown = (counts: Counts) =>
      `${counts.read} read, ${counts.embedded} embedded, ${counts.calls} model calls`;
    const figures = [];
    for (const [what, change, aim, isMet] of changes) {
      await change();
      const counts = await simulate();
      const figure = {
        what: `${what}, of ${files} files`,
        measured: shown(counts),
        against: `all: ${shown(full)}`,
      };
      figures.push({ ...figure, aim, met: isMet(counts) });
    }
    printReport(figures);
  });
} finally {
  await models.close();
}
