import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "tsdown";
import { beforeAll, describe, expect, it } from "vitest";

const entry = fileURLToPath(new URL("../src/index.ts", import.meta.url));

/** The parts of WinterTC's minimum common API that the client uses. There is no `process`, `Buffer` or `require`. */
const webGlobals = {
  ...{ AbortController, AbortSignal, Blob, File, FormData, Headers, ReadableStream, Request, Response },
  ...{ URL, URLSearchParams, TextEncoder, TextDecoder, crypto, performance, setTimeout, clearTimeout },
};

describe("in a runtime with Web APIs only", () => {
  let code: string;
  beforeAll(async () => {
    const [bundle] = await build({
      ...{
        entry,
        format: "iife",
        globalName: "client",
        platform: "neutral",
        dts: false,
        write: false,
        clean: false,
      },
      ...{
        config: false,
        logLevel: "silent",
        deps: { alwaysBundle: [/.*/] },
        outputOptions: { codeSplitting: false },
      },
    });
    code = (bundle?.chunks ?? []).map((chunk) => ("code" in chunk ? chunk.code : "")).join("\n");
  });

  const run = (script: string, fetch: (request: Request) => Promise<Response>) => {
    const context = createContext({ ...webGlobals, fetch });
    return runInContext(`${code}\n(async () => { ${script} })()`, context) as Promise<unknown>;
  };

  it("asks, waits and uploads", async () => {
    const forms: FormData[] = [];
    const fetch = async (request: Request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/ingest-file") forms.push(await request.formData());
      return Response.json(
        {
          "/ingest-file": { build_id: "b", success: true },
          "/builds/b": { build_id: "b", status: "Completed", success: true, file_id: "f" },
          "/ask-sources": { answer: "Yes." },
        }[pathname],
      );
    };
    const script = `
      const headwater = client.createSourcesClient({ baseUrl: "http://service.test", token: "t" });
      const file = new Blob(["hello"]).stream();
      const seen = [];
      const onProgress = (progress) => seen.push(progress.sentBytes);
      const { build_id } = await client.ingestFile(headwater, { file, size: 5, fileName: "a.txt" }, { onProgress });
      await client.ingestFile(headwater, { file: new Blob(["plain"]), fileName: "b.txt" });
      const { fileId } = await client.waitForBuild(headwater, build_id);
      const { answer } = await client.unwrap(headwater.POST("/ask-sources", { body: { question: "?", file_ids: [fileId] } }));
      return [answer, seen];`;
    expect(await run(script, fetch)).toEqual(["Yes.", [5]]);
    const files = forms.map((form) => form.get("file") as File);
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(["hello", "plain"]);
    expect(files.map(({ name }) => name)).toEqual(["a.txt", "b.txt"]);
  });

  it("reads an answer while it is written", async () => {
    const text = 'event: delta\ndata: {"text":"Yes"}\n\nevent: answer\ndata: {"answer":"Yes."}\n\n';
    const fetch = async () => new Response(text, { headers: { "content-type": "text/event-stream" } });
    const script = `
      const headwater = client.createSourcesClient({ baseUrl: "http://service.test" });
      const seen = [];
      for await (const event of client.streamAnswer(headwater, { question: "?" })) seen.push(event.type);
      return seen;`;
    expect(await run(script, fetch)).toEqual(["delta", "answer"]);
  });

  it("retries and ends by its deadline", async () => {
    const fetch = async () => new Response("", { status: 503, headers: { "retry-after": "30" } });
    const script = `
      const headwater = client.createSourcesClient({ baseUrl: "http://service.test", timeoutMs: 20 });
      return headwater.GET("/").catch((error) => client.isTimeoutError(error));`;
    expect(await run(script, fetch)).toBe(true);
  });
});
