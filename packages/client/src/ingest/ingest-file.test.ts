import { mkdtempSync, openAsBlob, rmSync, writeFileSync } from "node:fs";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { json, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { bodyOf, startServer } from "../../testing/start-server.ts";
import { isApiError, isBuildFailedError, isFileUnreadableError } from "../errors/guards.ts";
import { createSourcesClient, type SourcesClient } from "../sources-client.ts";
import type { UploadProgress } from "./counted.ts";
import { ingestFile } from "./ingest-file.ts";

type Upload = { headers: IncomingHttpHeaders; body: Buffer; form: FormData };

const bytes = (size: number) => Uint8Array.from({ length: size }, (_, index) => index % 251);
const streamOf = (content: Uint8Array, chunk = 64 * 1_024) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < content.length; at += chunk) controller.enqueue(content.subarray(at, at + chunk));
      controller.close();
    },
  });

describe("ingestFile over HTTP", () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: SourcesClient;
  let uploads: Upload[];
  let answer: (request: IncomingMessage, response: ServerResponse) => void;
  const accept = (_: unknown, response: ServerResponse) =>
    response.end(JSON.stringify(example("ingestFile.200")));

  beforeEach(async () => {
    uploads = [];
    answer = accept;
    server = await startServer(async (request, response) => {
      response.setHeader("content-type", "application/json");
      const body = await bodyOf(request).catch(() => undefined);
      if (!body) return;
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      const form = await new Response(new Uint8Array(body), { headers }).formData();
      uploads.push({ headers: request.headers, body, form });
      answer(request, response);
    });
    client = createSourcesClient({ baseUrl: server.baseUrl, token: "t" });
  });
  afterEach(() => server.close());

  const uploaded = async (at = 0) => {
    const { form, headers, body } = uploads[at] as Upload;
    const file = form.get("file") as File;
    expect(Number(headers["content-length"])).toBe(body.length);
    expect(headers["transfer-encoding"]).toBeUndefined();
    return {
      name: file.name,
      content: new Uint8Array(await file.arrayBuffer()),
      method: form.get("method"),
      tags: form.getAll("tags"),
      order: [...form.keys()],
    };
  };
  const content = bytes(300_000);

  it.each<[string, () => Parameters<typeof ingestFile>[1]]>([
    ["a File", () => ({ file: new File([content], "a.pdf") })],
    ["a Blob with a name", () => ({ file: new Blob([content]), fileName: "a.pdf" })],
    ["bytes", () => ({ file: content, fileName: "a.pdf" })],
    ["an ArrayBuffer", () => ({ file: content.buffer, fileName: "a.pdf" })],
    ["a stream of known size", () => ({ file: streamOf(content), fileName: "a.pdf", size: content.length })],
  ])("sends %s with its length", async (_, input) => {
    const tags = ["invoices", 'Müller "2026"'];
    const build = await ingestFile(client, { ...input(), method: "accurate", tags });
    expect(build).toEqual(example("ingestFile.200"));
    expect(await uploaded()).toEqual({
      name: "a.pdf",
      content,
      method: "accurate",
      tags,
      order: ["method", "tags", "tags", "file"],
    });
    expect(uploads[0]?.headers.authorization).toBe("Bearer t");
  });

  it("leaves the method to the service when none is given", async () => {
    await ingestFile(client, { file: content, fileName: "a.pdf" });
    expect((await uploaded()).order).toEqual(["file"]);
  });

  it("sends a file from disk, watched", async () => {
    const folder = mkdtempSync(join(tmpdir(), "client-"));
    try {
      writeFileSync(join(folder, "a.pdf"), content);
      await ingestFile(
        client,
        { file: await openAsBlob(join(folder, "a.pdf")), fileName: "a.pdf" },
        { onProgress: () => {} },
      );
      expect((await uploaded()).content).toEqual(content);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.each(["Ünïcode 文件.pdf", 'quo"te\r\nline.pdf', "a;b=c.pdf"])(
    "keeps the name %j, streamed or not",
    async (fileName) => {
      await ingestFile(client, { file: content, fileName });
      await ingestFile(client, { file: content, fileName }, { onProgress: () => {} });
      const [whole, streamed] = [await uploaded(0), await uploaded(1)];
      expect(streamed.name).toBe(whole.name);
    },
  );

  it("sends an empty file", async () => {
    await ingestFile(client, { file: new Uint8Array(), fileName: "a.txt" }, { onProgress: () => {} });
    expect((await uploaded()).content).toHaveLength(0);
  });

  it("reports progress that only grows and ends at the size of the file", async () => {
    const seen: UploadProgress[] = [];
    await ingestFile(
      client,
      { file: content, fileName: "a.pdf" },
      { onProgress: (progress) => seen.push(progress) },
    );
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map(({ sentBytes }) => sentBytes)).toEqual(
      seen.map(({ sentBytes }) => sentBytes).sort((a, b) => a - b),
    );
    expect(seen.at(-1)).toEqual({ sentBytes: content.length, totalBytes: content.length });
  });

  it.each([{ watched: false }, { watched: true }])(
    "sends the whole file again after a refusal ($watched)",
    async ({ watched }) => {
      answer = (_, response) => {
        answer = accept;
        response.writeHead(503, { "retry-after-ms": "1" }).end();
      };
      await ingestFile(client, { file: content, fileName: "a.pdf" }, watched ? { onProgress: () => {} } : {});
      expect((await uploaded(0)).content).toEqual(content);
      expect((await uploaded(1)).content).toEqual(content);
    },
  );

  it("sends a stream once", async () => {
    answer = (_, response) => response.writeHead(503, { "retry-after-ms": "1" }).end();
    const upload = ingestFile(client, { file: streamOf(content), fileName: "a.pdf", size: content.length });
    await expect(upload).rejects.toSatisfy((error) => isApiError(error, 503));
    expect(uploads).toHaveLength(1);
  });

  it.each([-1, 1])("fails when the stream does not hold what was announced (%i)", async (difference) => {
    const cancelled = vi.fn();
    const file = streamOf(content).pipeThrough(new TransformStream({ cancel: cancelled } as object));
    const upload = ingestFile(client, { file, fileName: "a.pdf", size: content.length + difference });
    await expect(upload).rejects.toThrow(/a\.pdf holds (more|fewer) bytes than its size/);
    await expect(upload).rejects.toSatisfy(isFileUnreadableError);
    expect(uploads).toHaveLength(0);
  });

  it("stops an upload that is aborted, and tells the stream", async () => {
    const controller = new AbortController();
    const reason = new Error("user left");
    let told: unknown;
    const file = new ReadableStream<Uint8Array>({
      pull: (stream) => stream.enqueue(bytes(1_000)),
      cancel: (why) => {
        told = why ?? "cancelled";
      },
    });
    const onProgress = ({ sentBytes }: UploadProgress) => sentBytes > 5_000 && controller.abort(reason);
    const options = { signal: controller.signal, onProgress };
    await expect(ingestFile(client, { file, fileName: "a.pdf", size: 10_000_000 }, options)).rejects.toBe(
      reason,
    );
    await expect.poll(() => told).toBeDefined();
  });

  it("gives the service's reason for a refusal", async () => {
    answer = (_, response) => response.writeHead(413).end(JSON.stringify(example("ingestFile.413")));
    const upload = ingestFile(client, { file: content, fileName: "a.pdf" });
    await expect(upload).rejects.toThrow("413 File size exceeds the maximum allowed limit of 100MB");
  });

  it("throws when the service schedules no build", async () => {
    answer = (_, response) =>
      response.end(JSON.stringify({ build_id: "b", success: false, error: "queue full" }));
    const upload = ingestFile(client, { file: content, fileName: "a.pdf" });
    await expect(upload).rejects.toThrow("Build b failed: queue full");
    await expect(upload).rejects.toSatisfy(isBuildFailedError);
  });
});

describe("ingestFile before sending", () => {
  const client = createSourcesClient({ baseUrl: "http://service.test", fetch: scriptedFetch() });

  it("asks for a name, and for the size of a stream", async () => {
    await expect(ingestFile(client, { file: bytes(1) })).rejects.toThrow("fileName is needed");
    await expect(ingestFile(client, { file: streamOf(bytes(1)), fileName: "a.txt" })).rejects.toThrow(
      "size is needed",
    );
  });
});

describe("ingestFile in other runtimes", () => {
  afterEach(() => void vi.unstubAllGlobals());

  it("sends a stream as a whole where a length cannot be given to it", async () => {
    vi.stubGlobal("navigator", { userAgent: "Cloudflare-Workers" });
    const fetch = scriptedFetch(json(example("ingestFile.200")));
    const client = createSourcesClient({ baseUrl: "http://service.test", fetch });
    const seen: UploadProgress[] = [];
    const options = { onProgress: (progress: UploadProgress) => seen.push(progress) };
    await ingestFile(client, { file: streamOf(bytes(9)), fileName: "a.txt", size: 9 }, options);
    const file = (await fetch.requests[0]?.formData())?.get("file") as File;
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(bytes(9));
    expect(seen).toEqual([{ sentBytes: 9, totalBytes: 9 }]);
  });

  it("uses XMLHttpRequest in a browser, for progress", async () => {
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0" });
    const sent: { url?: string; headers: Record<string, string>; form?: FormData } = { headers: {} };
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        upload: { onprogress?: (event: { loaded: number }) => void } = {};
        status = 200;
        statusText = "OK";
        response = new TextEncoder().encode(JSON.stringify(example("ingestFile.200"))).buffer;
        declare onload: () => void;
        declare onloadend: () => void;
        open = (_: string, url: string) => Object.assign(sent, { url });
        setRequestHeader = (name: string, value: string) => Object.assign(sent.headers, { [name]: value });
        getAllResponseHeaders = () => "content-type: application/json\r\nx-request-id: r1\r\n";
        send(form: FormData) {
          sent.form = form;
          for (const loaded of [4, 500]) this.upload.onprogress?.({ loaded });
          this.onload();
          this.onloadend();
        }
      },
    );
    const seen: UploadProgress[] = [];
    const client = createSourcesClient({ baseUrl: "http://service.test", token: "t" });
    const options = { onProgress: (progress: UploadProgress) => seen.push(progress) };
    expect(
      await ingestFile(client, { file: bytes(9), fileName: "a.txt", method: "fast" }, options),
    ).toMatchObject({ success: true });
    expect(sent.url).toBe("http://service.test/ingest-file");
    // The content type is missing on purpose: the browser adds it with the boundary.
    expect(sent.headers).toEqual({ authorization: "Bearer t" });
    expect(sent.form?.get("method")).toBe("fast");
    expect(seen).toEqual([
      { sentBytes: 4, totalBytes: 9 },
      { sentBytes: 9, totalBytes: 9 },
    ]);
  });

  it("sends nothing in a browser once it was cancelled, however early", async () => {
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0" });
    const sent = vi.fn();
    vi.stubGlobal(
      "XMLHttpRequest",
      class {
        upload = {};
        declare onerror: () => void;
        open() {}
        setRequestHeader() {}
        send() {
          sent();
          this.onerror();
        }
      },
    );
    const controller = new AbortController();
    const reason = new Error("user left");
    // The file is read before anything is sent, but after the client has checked the signal.
    const cancel = (stream: ReadableStreamDefaultController) => {
      controller.abort(reason);
      stream.close();
    };
    const file = new ReadableStream<Uint8Array>({ pull: cancel }, { highWaterMark: 0 });
    const client = createSourcesClient({ baseUrl: "http://service.test" });
    const options = { signal: controller.signal, onProgress: () => {} };
    await expect(ingestFile(client, { file, fileName: "a.pdf", size: 9 }, options)).rejects.toBe(reason);
    expect(sent).not.toHaveBeenCalled();
  });
});
