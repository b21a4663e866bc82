import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startWebSite, type WebSite } from "../../../testing/web-site.ts";
import type { KnownModel } from "./known-models.ts";
import { createModelShelf } from "./model-shelf.ts";

const never = new AbortController().signal;
const weights = Buffer.from(Array.from({ length: 300_000 }, (_, at) => (at * 31) % 251));
const config = Buffer.from('{"hidden_size":8}');
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const gitHash = (bytes: Uint8Array) =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

const model: KnownModel = {
  name: "small",
  repository: "someone/Small",
  revision: "abc",
  licence: "MIT",
  about: "for tests",
  files: [
    { path: "onnx/model.onnx", sha256: sha256(weights), bytes: weights.length },
    { path: "config.json", bytes: config.length },
  ],
  prompts: { query: "query: ", passage: "passage: " },
};

describe("fetching a model", () => {
  let folder: string;
  let hub: WebSite;
  let store: WebSite;
  let pages: Record<string, (request: IncomingMessage, response: ServerResponse) => void>;
  const at = "/someone/Small/resolve/abc";
  /** Sends bytes, or the rest of them. */
  const send = (bytes: Buffer) => (request: IncomingMessage, response: ServerResponse) => {
    const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    if (start >= bytes.length && start > 0) response.writeHead(416).end();
    else response.writeHead(start > 0 ? 206 : 200).end(bytes.subarray(start));
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-shelf-"));
    store = await startWebSite({ "/weights": send(weights) });
    // As the hub does it: the large file lies elsewhere, and the small one is named by Git's hash.
    pages = {
      [`${at}/onnx/model.onnx`]: (_request, response) =>
        response
          .writeHead(302, { location: `${store.origin}/weights`, "x-linked-etag": `"${sha256(weights)}"` })
          .end(),
      [`${at}/config.json`]: (_request, response) =>
        response.writeHead(200, { etag: `"${gitHash(config)}"` }).end(config),
    };
    hub = await startWebSite(pages);
  });
  afterEach(async () => {
    await hub.close();
    await store.close();
    await rm(folder, { recursive: true });
  });
  const shelf = (of = model) => createModelShelf(folder, hub.origin, [of]);
  const pull = (of = model) => shelf(of).pull("small", { signal: never });
  const partReaches = (bytes: number) =>
    expect
      .poll(async () => (await stat(join(folder, "small.partial/onnx/model.onnx.part"))).size)
      .toBe(bytes);
  const fileAt = (path: string) => readFile(join(folder, "small", path));

  it("puts every file into one folder, with what the encoder needs to know and where it is from", async () => {
    const counted: number[] = [];
    await shelf().pull("small", { signal: never, onBytes: (done) => counted.push(done) });
    expect(await fileAt("onnx/model.onnx")).toEqual(weights);
    expect(await fileAt("config.json")).toEqual(config);
    expect(JSON.parse(String(await fileAt("config_sentence_transformers.json")))).toEqual({
      prompts: model.prompts,
    });
    expect(String(await fileAt("source.txt"))).toBe(`${hub.origin}/someone/Small/tree/abc\nLicence: MIT\n`);
    expect(await readdir(folder)).toEqual(["small"]);
    expect(counted.at(-1)).toBe(weights.length + config.length);
    expect(await shelf().find("small")).toMatchObject({
      isThere: true,
      bytes: weights.length + config.length,
    });
    const before = hub.requests.length;
    await pull();
    expect(hub.requests).toHaveLength(before);
  });

  it("goes on where it was cut off", async () => {
    const first = store.requests.length;
    let cuts = 0;
    pages[`${at}/onnx/model.onnx`] = (request, response) => {
      if (cuts++ > 2) {
        send(weights)(request, response);
        return;
      }
      const start = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
      response.writeHead(start > 0 ? 206 : 200, { "content-length": weights.length - start });
      response.write(weights.subarray(start, start + 50_000));
      // What is on its way when the connection breaks is lost, so it breaks when the piece has been written.
      void partReaches(start + 50_000).then(() => response.destroy());
    };
    await expect(pull()).rejects.toThrow("What has come is kept: run the command again to go on.");
    expect(await shelf().find("small")).toMatchObject({ isThere: false });
    await pull();
    expect(await fileAt("onnx/model.onnx")).toEqual(weights);
    const ranges = hub.requests.flatMap(({ headers }) => headers.range ?? []);
    expect(ranges).toEqual(["bytes=50000-", "bytes=100000-", "bytes=150000-"]);
    expect(store.requests).toHaveLength(first);
  });

  it("starts a file again with a server that sends no parts", async () => {
    let cuts = 0;
    pages[`${at}/onnx/model.onnx`] = (_request, response) => {
      response.writeHead(200, { "content-length": weights.length });
      if (cuts++ > 0) response.end(weights);
      else response.write(weights.subarray(0, 60_000), () => response.destroy());
    };
    await pull();
    expect(await fileAt("onnx/model.onnx")).toEqual(weights);
  });

  it.each([
    ["onnx/model.onnx", { ...model, files: [{ ...model.files[0], sha256: sha256(config) }] } as KnownModel],
    ["config.json", model],
  ])("refuses %s with other bytes than it should have, and keeps none of them", async (name, of) => {
    pages[`${at}/config.json`] = (_request, response) =>
      response.writeHead(200, { etag: `"${gitHash(weights)}"` }).end(config);
    await expect(pull(of)).rejects.toThrow(new RegExp(`${name} has not the bytes that it should have`));
    expect(await readdir(folder)).toEqual(["small.partial"]);
    expect(await readdir(join(folder, "small.partial"), { recursive: true })).not.toContain(name);
    expect(await readdir(join(folder, "small.partial"), { recursive: true })).not.toContain(`${name}.part`);
  });

  it("does not take the word of the store that it is sent to for what the hash is", async () => {
    pages[`${at}/config.json`] = (_request, response) =>
      response.writeHead(302, { location: `${store.origin}/config` }).end();
    await store.close();
    store = await startWebSite({
      "/weights": send(weights),
      "/config": (_request, response) =>
        response.writeHead(200, { etag: `"${gitHash(config)}"` }).end(config),
    });
    await expect(pull()).rejects.toThrow("the server names no hash for it");
  });

  it("says that a file is not there, or is much larger than it should be", async () => {
    delete pages[`${at}/config.json`];
    await expect(pull()).rejects.toThrow("config.json can't be fetched: the server answered 404.");
    pages[`${at}/config.json`] = (_request, response) =>
      response.writeHead(200, { etag: `"${gitHash(config)}"` }).end(Buffer.alloc(1_100_000));
    await expect(pull()).rejects.toThrow("config.json is larger than expected");
  });

  it("ends with its signal, and names the models that there are", async () => {
    await expect(shelf().pull("small", { signal: AbortSignal.abort(new Error("stopped")) })).rejects.toThrow(
      "stopped",
    );
    await expect(shelf().find("other")).rejects.toThrow(
      "other is not a model that can be fetched. There are: small.",
    );
  });
});
