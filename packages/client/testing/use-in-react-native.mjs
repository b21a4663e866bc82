// Runs the built package among what React Native has: node use-in-react-native.mjs <dist/index.mjs> <folder for a file>
// That is `fetch` over XMLHttpRequest, without streams; signals without reasons; a FormData that takes { uri, name, type }.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [, , dist, folder] = process.argv;
const require = createRequire(import.meta.url);
const lacking = [
  ...["ReadableStream", "WritableStream", "TransformStream", "TextDecoder", "CompressionStream", "File"],
  ...["crypto", "structuredClone", "DOMException", "EventSource", "MessageChannel", "BroadcastChannel"],
];

const uploads = [];
const server = createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const path = request.url.split("?")[0];
  const answer = (value, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (path === "/slow") return;
  if (path === "/ingest-file") {
    uploads.push(body);
    return answer({ build_id: "b", success: true, error: null });
  }
  if (path === "/builds/b")
    return answer({ build_id: "b", status: "Completed", success: true, file_id: "f" });
  if (path === "/ask-sources" && /event-stream/.test(request.headers.accept)) {
    response.writeHead(200, { "content-type": "text/event-stream" });
    return response.end(
      'event: delta\ndata: {"text":"Yes"}\n\nevent: answer\ndata: {"answer":"Yes [1]."}\n\n',
    );
  }
  if (path === "/ask-sources") return answer({ answer: "Yes [1].", citations: [] });
  return path === "/" ? answer([{ file_id: "f" }]) : answer({ detail: "File not found" }, 404);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseUrl = `http://127.0.0.1:${server.address().port}`;

/** React Native's own: a list of parts, which its XMLHttpRequest writes. A file is read from its address. */
class FormDataOfReactNative {
  parts = [];
  append(name, value) {
    this.parts.push([name, value]);
  }
  getParts() {
    return this.parts;
  }
  toString() {
    return this.getParts()
      .map(([name, value]) =>
        value.uri
          ? `--x\r\ncontent-disposition: form-data; name="${name}"; filename="${value.name}"\r\ncontent-type: ${value.type}\r\n\r\n${readFileSync(fileURLToPath(value.uri))}\r\n`
          : `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      .concat("--x--\r\n")
      .join("");
  }
}

// They read globals when they load.
const replaced = {
  ...{ self: globalThis, XMLHttpRequest: require("xhr2"), FormData: FormDataOfReactNative },
  // Its own names a file of the device, and can't be read.
  Blob: class Blob {},
};
for (const name of [...lacking, "fetch", "Request", "Response", "Headers"]) replaced[name] = undefined;
const set = (globals) => {
  for (const [name, value] of Object.entries(globals))
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
};
set(replaced);
set({ navigator: { product: "ReactNative" }, AbortController: undefined, AbortSignal: undefined });
const { AbortController, AbortSignal } = require("abort-controller");
set({ AbortController, AbortSignal });
const { fetch, Request, Response, Headers } = require("whatwg-fetch");
set({ fetch, Request, Response, Headers });
const { send } = XMLHttpRequest.prototype;
XMLHttpRequest.prototype.send = function (body) {
  if (!String(body).startsWith("--x")) return send.call(this, body);
  this.setRequestHeader("content-type", "multipart/form-data; boundary=x");
  return send.call(this, String(body));
};

const { createSourcesClient, ingestFile, isApiError, streamAnswer, unwrap, waitForBuild } = await import(
  dist
);
const client = createSourcesClient({ baseUrl, token: "t" });

assert.deepEqual(await unwrap(client.GET("/")), [{ file_id: "f" }]);
await assert.rejects(unwrap(client.GET("/get-elements")), (error) => isApiError(error, 404));

const path = join(folder, "notes.md");
writeFileSync(path, "# Notes");
const file = { uri: new URL(`file://${path}`).href, name: "notes.md", type: "text/markdown" };
const { build_id } = await ingestFile(client, { file });
assert.match(uploads[0], /filename="notes.md"\r\ncontent-type: text\/markdown\r\n\r\n# Notes\r\n/);
assert.equal((await waitForBuild(client, build_id)).fileId, "f");

assert.equal((await unwrap(client.POST("/ask-sources", { body: { question: "?" } }))).answer, "Yes [1].");
const events = [];
for await (const event of streamAnswer(client, { question: "?" })) events.push(event.type);
assert.deepEqual(events, ["delta", "answer"]);

const leaving = new AbortController();
const left = client.GET("/slow", { signal: leaving.signal });
leaving.abort();
await assert.rejects(left, { name: "AbortError" });
await assert.rejects(client.GET("/slow", { timeoutMs: 20, maxRetries: 0 }), { name: "TimeoutError" });

console.log("used in React Native");
process.exit(0);
