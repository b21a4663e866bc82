import { samplePdf } from "./documents/sample-pdf.ts";
import type { TestServer } from "./start-server.ts";

type Called = { status: number; body: Record<string, unknown>; headers: Headers };

const send = async (
  { fetch, origin, token }: TestServer,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<Called> => {
  const reply = await fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const isJson = reply.headers.get("content-type")?.includes("json");
  const read = isJson ? await reply.json() : { text: await reply.text() };
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${JSON.stringify(read)}`);
  return { status: reply.status, body: read as Called["body"], headers: reply.headers };
};

const lamp = { question: "What lit the lamp of Skerryvore?" };
const key = { "idempotency-key": "the lamp, once" };

/** Gives a service something of each kind that it keeps. Audit has to be on for the log. */
export async function fillStore(server: TestServer): Promise<void> {
  const note = await server.ingestAndWait(
    "lamp ümlaut.md",
    "# The lamp\n\nThe keeper of Skerryvore lit the lamp with whale oil until 1846.",
  );
  await server.ingestAndWait("sample.pdf", samplePdf({ pages: 3, seed: 11, keyword: "kettle" }));
  await server.ingestAndWait("prices.csv", "lamp,price\nbrass,40\ncopper,60\n");
  const copy = await server.ingestAndWait("copy.csv", "lamp,price\nbrass,40\ncopper,60\n");
  const gone = await server.ingestAndWait("gone.txt", "This goes again.");
  await server.ingestAndWait("broken.pdf", "%PDF-1.4 this is none");
  await send(server, "PATCH", `/sources/${note.file_id}`, { tags: ["sea", "light"] });
  await send(server, "DELETE", "/sources/delete", { file_id: gone.file_id });
  await send(server, "POST", "/sources/reprocess", { file_id: copy.file_id, method: "accurate" });
  await server.waitFor(
    String(
      (await send(server, "POST", "/sources/reprocess", { file_id: copy.file_id, method: "fast" })).body
        .build_id,
    ),
  );
  const first = await send(server, "POST", "/sources/ask-sources", lamp, key);
  const conversation_id = first.body.conversation_id;
  await send(server, "POST", "/sources/ask-sources", { question: "Until when?", conversation_id });
  await send(server, "POST", "/sources/prebuilt-rag", { query: "kettle" });
  const node = (id: string, type: string, config: object) => ({ id, type, data: { name: id, config } });
  const graph = {
    nodes: [
      node("files", "dataset", { files: ["lamp ümlaut.md"] }),
      node("cuts", "chunking", { chunkingSplitter: "character", chunkSize: 60 }),
      node("finds", "retrieval", { searchType: "keyword", topK: 3 }),
      node("response", "response", {}),
    ],
    edges: [
      { source: "files", target: "cuts" },
      { source: "cuts", target: "finds" },
      { source: "finds", target: "response" },
    ],
  };
  await send(server, "POST", "/flows/create", { name: "lamps", graph });
  await send(server, "POST", "/flows/lamps/deploy", {});
  await send(server, "POST", "/flows/lamps", { query: "What lit the lamp?" });
  await send(server, "POST", "/flows/prompts", { name: "Short", text: "{question}" });
}

/** What a client sees of it: everything that must be the same wherever the store lies. Asks one question. */
export async function readStore(server: TestServer): Promise<Record<string, unknown>> {
  const get = async (path: string) => (await send(server, "GET", path)).body;
  const sources = (await get("/sources/")) as unknown as { file_id: string }[];
  const ofEach: Record<string, unknown> = {};
  for (const { file_id } of sources) {
    const original = await send(server, "GET", `/sources/${file_id}/content`);
    ofEach[file_id] = {
      original: [original.status, original.headers.get("etag"), original.body],
      elements: await get(`/sources/get-elements?file_id=${file_id}`),
    };
  }
  const conversations = (await get("/sources/conversations")) as { items: { conversation_id: string }[] };
  const turns: unknown[] = [];
  for (const { conversation_id } of conversations.items)
    turns.push(await get(`/sources/conversations/${conversation_id}`));
  const flow = await send(server, "GET", "/flows/lamps/graph");
  const runs = (await get("/flows/lamps/runs")) as { runs: { run_id: string }[] };
  const repeated = await send(server, "POST", "/sources/ask-sources", lamp, key);
  const retrieved = await send(server, "POST", "/sources/prebuilt-rag", { query: "whale oil" });
  const seen = {
    sources,
    ofEach,
    conversations,
    turns,
    flow: [flow.headers.get("etag"), flow.body],
    revisions: await get("/flows/lamps/revisions"),
    runs,
    run: await get(`/flows/lamps/runs/${runs.runs[0]?.run_id}`),
    prompts: await get("/flows/prompts"),
    events: await get("/sources/events"),
    /** Answered again from what was kept. */
    repeated: repeated.body,
    retrieved: retrieved.body,
  };
  // The address of a flow has the port of the service.
  return JSON.parse(JSON.stringify(seen).replaceAll(server.origin, ""));
}
