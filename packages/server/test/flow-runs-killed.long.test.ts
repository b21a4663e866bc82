import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";

const token = "killed-token-0123456789";
const answer = "The pump lasts two years [1].";
let dataFolder: string;
let models: ModelServer;
let service: ServiceProcess;
const start = async () => {
  service = await startServiceProcess({
    dataFolder,
    token,
    environment: {
      HEADWATER_LANGUAGE_MODEL: `openai-compatible:test@${models.baseUrl}`,
      HEADWATER_EMBEDDING_MODEL: `openai-compatible:embed@${models.baseUrl}`,
      HEADWATER_MODEL_API_KEY: "sk-test",
    },
  });
};
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-runs-killed-"));
  models = await startModelServer();
  models.answerChat(answer);
  await start();
});
afterEach(async () => {
  await service.kill();
  await models.close();
  await rm(dataFolder, { recursive: true, force: true });
});

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(`${service.origin}/flows${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
const json = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
  const reply = await send(method, path, body);
  const answer = (await reply.json()) as Record<string, unknown>;
  expect({ path, status: reply.status, detail: answer.detail }).toEqual({ path, status: 200 });
  return answer;
};

type Frame = { id: string; event: string; data: Record<string, unknown> };
const frameOf = (text: string): Frame => {
  const [id = "", event = "", data = "{}"] = text
    .split("\n")
    .map((line) => line.slice(line.indexOf(": ") + 2));
  return { id, event, data: JSON.parse(data) };
};
/** The events of a stream, until one of them is the last that is wanted, or the connection ends. */
async function framesOf(
  response: Response,
  isLast: (frame: Frame) => boolean = () => false,
): Promise<Frame[]> {
  const frames: Frame[] = [];
  let pending = "";
  try {
    for await (const piece of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    )) {
      pending += piece;
      for (let end = pending.indexOf("\n\n"); end >= 0; end = pending.indexOf("\n\n")) {
        const frame = frameOf(pending.slice(0, end));
        frames.push(frame);
        pending = pending.slice(end + 2);
        if (isLast(frame)) return frames;
      }
    }
  } catch (error) {
    // The service was killed in the middle of it.
    expect(error).toBeInstanceOf(TypeError);
  }
  return frames;
}
const shown = (frames: Frame[]) =>
  frames.map(({ id, event, data }) => `${id} ${event} ${data.node_id ?? ""} ${data.state ?? ""}`.trimEnd());

const node = (id: string, config: object, type = id) => ({
  ...{ id, type, position: { x: 0, y: 0 }, style: { height: 80, width: 200 } },
  data: { name: id, config },
});
const order = ["dataset", "chunking", "retrieval", "first", "second", "evaluation", "response"];
const graph = {
  nodes: [
    node("dataset", { files: ["pump.txt"] }),
    node("chunking", { chunkingSplitter: "character", chunkSize: 120, chunkOverlap: 0 }),
    node("retrieval", { topK: 2, searchType: "hybrid" }),
    node("first", {}, "llm"),
    // Not like the first: a deployed run would take the answer of an equal node.
    node("second", { temperature: 0.5 }, "llm"),
    node("evaluation", {}),
    node("response", {}),
  ],
  edges: [
    ...[
      ["dataset", "chunking"],
      ["chunking", "retrieval"],
      ["retrieval", "first"],
      ["retrieval", "second"],
    ],
    ...[
      ["first", "evaluation"],
      ["second", "evaluation"],
      ["evaluation", "response"],
    ],
  ].map(([source, target]) => ({ source, target })),
};
const text = Array.from(
  { length: 40 },
  (_, at) => `Part ${at} of the pump lasts ${at + 2} years and is blue.`,
);

const ways = [
  ["simulation", "/killed/simulate", "kill"],
  ["simulation", "/killed/simulate", "stop"],
  ["run", "/killed", "kill"],
] as const;

it.each(ways)(
  "a %s goes on after the service is gone, under its id",
  { timeout: 120_000 },
  async (kind, path, end) => {
    const caller = createServiceCaller(service, token);
    await caller.waitForBuild(await caller.ingest("pump.txt", Buffer.from(text.join("\n\n"))), 60_000);
    await json("POST", "/create", { name: "killed", graph });
    await json("POST", "/killed/deploy");
    // The model answers the first node, and leaves the second without an answer: then the service is killed.
    models.answerChat(() => {
      models.fail({ kind: "hang" }, 9);
      return answer;
    });
    const stream = await send(
      "POST",
      path,
      { query: "How long does it last?", page_size: 1 },
      { accept: "text/event-stream" },
    );
    const before = await framesOf(stream, ({ data }) => data.node_id === "second");
    const runId = String(before[0]?.data.run_id);
    await expect.poll(() => models.chats.length).toBe(2);
    expect(await json("GET", `/killed/runs/${runId}`)).toMatchObject({
      state: "running",
      nodes: order.slice(0, 4).map((node_id) => ({ node_id, state: "ran" })),
    });
    const embedded = models.embeddings.length;
    if (end === "kill") await service.kill();
    else await service.stop();
    models.clearFaults();
    models.answerChat(answer);

    await start();
    const last = before.at(-1)?.id ?? "";
    const rest = await framesOf(
      await send("GET", `/killed/runs/${runId}/events`, undefined, { "last-event-id": last }),
    );
    expect(shown([...before, ...rest])).toEqual([
      "1 status",
      ...order.flatMap((id, at) => [`${2 * at + 2} node ${id} running`, `${2 * at + 3} node ${id} ran`]),
      "16 result",
    ]);
    expect(rest.at(-1)?.data).toMatchObject({ run_id: runId, page_size: 1, items: [{}] });
    expect(await json("GET", `/killed/runs/${runId}`)).toMatchObject({
      ...{ run_id: runId, kind, state: "done", resumed: 1 },
      nodes: order.map((node_id) => ({ node_id, state: "ran" })),
    });
    // Neither the chunks nor the question were embedded again, and the first node was not answered again.
    expect(models.embeddings.length).toBe(embedded);
    expect(models.chats.length).toBe(3);
    // A client that lost the end has it, also when the service is killed once more.
    await service.kill();
    await start();
    const again = await framesOf(await send("GET", `/killed/runs/${runId}/events`));
    expect(shown(again)).toEqual(shown([...before, ...rest]));
    expect(again.at(-1)?.data).toEqual(rest.at(-1)?.data);
    expect((await json("GET", "/killed/runs")).total).toBe(1);
  },
);
