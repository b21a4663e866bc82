import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChatRequest, systemTextOf, textOf } from "../testing/model-server/chat.ts";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

/** Everything that the requests below answer. */
type Body = {
  nodes: { node_id: string; cost: { model_calls: number; tokens: number } | null }[];
  entities: { name: string; kind: string; mentions: number }[];
};

/** A model that takes each word before "mill" for a term, and one for a name that nobody wrote. */
const entitiesOf = (request: ChatRequest) => ({
  passages: textOf(request)
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { number: number; text: string })
    .map(({ number, text }) => ({
      number,
      entities: [
        ...(text.match(/\w+ mill/g) ?? []).map((words) => ({ kind: "term", words })),
        { kind: "name", words: "Invented Person" },
      ],
    })),
});

describe("a flow whose entities a language model finds", () => {
  let models: ModelServer;
  let server: TestServer;
  beforeAll(async () => {
    models = await startModelServer();
    models.answerChat(entitiesOf);
    server = await startServer({ HEADWATER_LANGUAGE_MODEL: `openai-compatible:test@${models.baseUrl}` });
    await server.ingestAndWait("water.md", "# Water\n\nThe old water mill grinds rye all year.");
  });
  afterAll(async () => {
    await server.close();
    await models.close();
  });

  const send = async (method: string, path: string, body?: object) => {
    const reply = await server.fetch(`${server.baseUrl.replace(/\/sources$/, "")}/flows${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.status, body: (await reply.json()) as Body };
  };
  const callsTold = async () =>
    (await send("POST", "/mills/explain", { query: "Which mill?" })).body.nodes.map(
      ({ node_id, cost }) => [node_id, cost?.model_calls ?? 0] as const,
    );
  const drawn = async () =>
    (await send("GET", "/mills/graph-rag/graph/graph")).body.entities.map(({ name, kind }) => [kind, name]);

  it("asks for each file once, says before what it will ask, and forgets a deleted file", async () => {
    const row = [
      { id: "dataset", type: "dataset", data: { config: { files: ["water.md"] } } },
      { id: "graph", type: "graph-rag", data: { config: { entitiesBy: "model", maxModelCalls: 5 } } },
      { id: "response", type: "response" },
    ];
    const edges = [
      { source: "dataset", target: "graph" },
      { source: "graph", target: "response" },
    ];
    expect((await send("POST", "/create", { name: "mills", graph: { nodes: row, edges } })).status).toBe(200);
    expect(await callsTold()).toContainEqual(["graph", 1]);
    expect(models.chats).toHaveLength(0);
    expect((await send("POST", "/mills/simulate", { query: "Which mill?" })).status).toBe(200);
    expect(models.chats).toHaveLength(1);
    expect(systemTextOf(models.chats[0] as ChatRequest)).toContain("word for word");
    expect(await drawn()).toEqual([["term", "water mill"]]);

    const second = await server.ingestAndWait("wind.md", "# Wind\n\nThe wind mill stands still in winter.");
    await send("PUT", "/mills/graph", {
      graph: {
        nodes: row.map((node) =>
          node.id === "dataset" ? { ...node, data: { config: { files: ["water.md", "wind.md"] } } } : node,
        ),
        edges,
      },
    });
    expect(await callsTold()).toContainEqual(["graph", 1]);
    await send("POST", "/mills/simulate", { query: "Which mill?" });
    await send("POST", "/mills/simulate", { query: "Where is rye ground?" });
    expect(models.chats).toHaveLength(2);
    expect(textOf(models.chats[1] as ChatRequest)).not.toContain("rye");
    expect((await drawn()).sort()).toEqual([
      ["term", "water mill"],
      ["term", "wind mill"],
    ]);

    await server.call("DELETE", "/delete", { file_id: second.file_id });
    await send("POST", "/mills/simulate", { query: "Which mill?" });
    expect(await drawn()).toEqual([["term", "water mill"]]);
    expect(models.chats).toHaveLength(2);
  });
});
