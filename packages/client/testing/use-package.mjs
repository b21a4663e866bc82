// Each supported Node runs this file against the built package: node use-package.mjs <dist/index.mjs>
import assert from "node:assert/strict";
import { createServer } from "node:http";

const {
  ask,
  createSourcesClient,
  ingestFile,
  isApiError,
  iterateElements,
  splitCitations,
  streamAnswer,
  unwrap,
  waitForBuild,
} = await import(process.argv[2]);

const uploads = [];
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const answer = (value, status = 200) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  };
  const path = request.url.split("?")[0];
  if (request.headers.authorization !== "Bearer t")
    return answer({ detail: "Invalid authentication credentials" }, 401);
  if (path === "/ingest-file") {
    if (request.headers["content-length"] === undefined)
      return answer({ detail: "Content-Length header is required" }, 411);
    const headers = { "content-type": request.headers["content-type"] };
    const file = (await new Response(body, { headers }).formData()).get("file");
    uploads.push({ name: file.name, size: file.size });
    return answer({ build_id: "b", success: true, error: null });
  }
  if (path === "/builds/b")
    return answer({ build_id: "b", status: "Completed", success: true, file_id: "f" });
  if (path === "/get-elements")
    return answer({ items: [{ text: "Hello", metadata: {} }], total: 1, total_pages: 1 });
  if (path === "/ask-sources" && /event-stream/.test(request.headers.accept)) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write('event: delta\ndata: {"text":"Yes"}\n\n');
    return response.end('event: answer\ndata: {"answer":"Yes [1]."}\n\n');
  }
  if (path === "/ask-sources")
    return answer({ answer: "Yes [1].", citations: [{ index: 1 }], structured_output: 7 });
  return answer({ detail: "File not found" }, 404);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const client = createSourcesClient({
  baseUrl: `http://127.0.0.1:${server.address().port}`,
  token: async () => "t\n",
});
const content = new Uint8Array(200_000);
const stream = () => new Blob([content]).stream();
let progress = 0;
const onProgress = () => {
  progress += 1;
};
await ingestFile(client, { file: content, fileName: "whole.txt" });
await ingestFile(client, { file: content, fileName: "watched.txt" }, { onProgress });
await ingestFile(client, { file: stream(), size: content.length, fileName: "streamed.txt" });
assert.deepEqual(
  uploads,
  ["whole", "watched", "streamed"].map((name) => ({ name: `${name}.txt`, size: content.length })),
);
assert.ok(progress > 1);

assert.equal((await waitForBuild(client, "b")).outcome, "ready");
for await (const { text } of iterateElements(client, "f")) assert.equal(text, "Hello");
const { answer, citations } = await unwrap(client.POST("/ask-sources", { body: { question: "?" } }));
assert.equal(splitCitations(answer, citations).length, 3);
const validate = (value) => ({ value });
const schema = { "~standard": { version: 1, vendor: "plain", validate } };
const structured = await ask(client, { question: "?" }, { schema, jsonSchema: { type: "number" } });
assert.equal(structured.structured_output, 7);
const written = [];
for await (const event of streamAnswer(client, { question: "?" })) written.push(event);
assert.deepEqual(written, [
  { type: "delta", text: "Yes" },
  { type: "answer", answer: { answer: "Yes [1]." } },
]);
const missing = unwrap(
  client.GET("/{file_id}/pages/{page_number}/screenshot", {
    params: { path: { file_id: "x", page_number: 1 } },
  }),
);
await assert.rejects(missing, (error) => isApiError(error, 404));
await assert.rejects(client.GET("/", { signal: AbortSignal.abort() }), { name: "AbortError" });

server.close();
server.closeAllConnections();
console.log(`used under ${process.version}`);
