import { execFileSync } from "node:child_process";
import {
  createReadStream,
  mkdirSync,
  mkdtempSync,
  openAsBlob,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { example } from "../../testing/example.ts";
import { bodyOf, startServer } from "../../testing/start-server.ts";
import { isConnectionError, isFileUnreadableError } from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import { ingestFile } from "./ingest-file.ts";

type Input = Parameters<typeof ingestFile>[1];

const text = "The warranty lasts two years. Ä";
const bytes = Buffer.from(text);
const { length: size } = bytes;
const fileName = "a.txt";

let folder: string;
let path: string;
let server: Awaited<ReturnType<typeof startServer>>;
let received: { name: string; text: string }[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "client-"));
  path = join(folder, fileName);
  server = await startServer(async (request, response) => {
    const headers = { "content-type": request.headers["content-type"] ?? "" };
    const body = await bodyOf(request).catch(() => undefined);
    if (!body) return;
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    const file = form.get("file") as File;
    received.push({ name: file.name, text: await file.text() });
    response.setHeader("content-type", "application/json").end(JSON.stringify(example("ingestFile.200")));
  });
});
beforeEach(() => {
  received = [];
  writeFileSync(path, text);
});
afterEach(() => void vi.unstubAllGlobals());
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await server.close();
});

const send = (input: object, options = {}) =>
  ingestFile(createSourcesClient({ baseUrl: server.baseUrl }), input as Input, options);

/** A File of a library: another class, with the methods of the standard. */
class LibraryFile {
  name = fileName;
  size = size;
  type = "text/plain";
  arrayBuffer = async () => new Uint8Array(bytes).buffer;
  stream = () => new Blob([bytes]).stream();
}

/** A stream of a library, which cannot be iterated. */
const readerOnly = () => {
  const reader = new Blob([bytes]).stream().getReader();
  return { getReader: () => reader };
};

async function* pieces() {
  yield bytes.subarray(0, 5);
  yield bytes.subarray(5);
}

const kinds: Record<string, () => object> = {
  "a File": () => ({ file: new File([text], fileName) }),
  "a File of a library": () => ({ file: new LibraryFile() }),
  "an object with arrayBuffer alone": () => ({ file: new Response(text), fileName }),
  "an object with stream alone": () => ({
    file: { stream: () => new Blob([text]).stream() },
    size,
    fileName,
  }),
  "a Buffer": () => ({ file: bytes, fileName }),
  "a part of a larger array": () => ({ file: Buffer.concat([bytes, bytes]).subarray(size), fileName }),
  "an ArrayBuffer of another realm": () => ({
    file: runInNewContext(`new Uint8Array([${[...bytes]}]).buffer`),
    fileName,
  }),
  "a typed array of another realm": () => ({
    file: runInNewContext(`new Uint8Array([${[...bytes]}])`),
    fileName,
  }),
  "shared memory": () => {
    const shared = new Uint8Array(new SharedArrayBuffer(size));
    shared.set(bytes);
    return { file: shared, fileName };
  },
  "a stream of Node": () => ({ file: createReadStream(path), size }),
  "a stream of Node with an encoding": () => ({ file: createReadStream(path, "utf8"), size, fileName }),
  "a stream made from pieces": () => ({ file: Readable.from([bytes]), size, fileName }),
  "an async iterable": () => ({ file: pieces(), size, fileName }),
  "a stream of a library": () => ({ file: readerOnly(), size, fileName }),
  "a file of multer in memory": () => ({
    file: { fieldname: "file", originalname: fileName, mimetype: "text/plain", buffer: bytes, size },
  }),
  "a file of multer on disk": () => ({
    file: { fieldname: "file", originalname: fileName, destination: folder, filename: "f7a", path, size },
  }),
  "a path that is named as one": () => ({ file: { path } }),
};

describe.each(["Node", "a browser"])("in %s", (runtime) => {
  beforeEach(() => {
    if (runtime === "a browser") vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0" });
  });

  it.each(Object.entries(kinds))("%s is uploaded", async (_, input) => {
    await send(input());
    await send(input(), { onProgress: () => {} });
    expect(received).toEqual([
      { name: fileName, text },
      { name: fileName, text },
    ]);
  });
});

describe("a File of jsdom, whose bytes its own reader alone gives", () => {
  /** As in jsdom 26: it has neither `arrayBuffer` nor `stream`. */
  class OldBlob {
    readonly hidden: unknown[];
    constructor(parts: unknown[]) {
      this.hidden = parts;
    }
    slice = () => this;
  }
  class OldReader {
    result: ArrayBuffer | undefined;
    error: Error | undefined;
    onload = () => {};
    onerror = () => {};
    readAsArrayBuffer({ hidden: [content] }: OldBlob) {
      this.error = content instanceof Error ? content : undefined;
      this.result = new Uint8Array(Buffer.from(String(content))).buffer;
      queueMicrotask(() => (this.error ? this.onerror() : this.onload()));
    }
  }
  beforeEach(() => void vi.stubGlobal("FileReader", OldReader));

  it.each(["jsdom's Blob", "Node's Blob"])("is uploaded where Blob is %s", async (kind) => {
    if (kind === "jsdom's Blob") vi.stubGlobal("Blob", OldBlob);
    const file = Object.assign(new OldBlob([text]), { name: fileName });
    await send({ file });
    await send({ file }, { onProgress: () => {} });
    await send({ file: bytes, fileName });
    expect(received).toEqual([1, 2, 3].map(() => ({ name: fileName, text })));
  });

  it("is to be chosen again when it cannot be read", async () => {
    const file = Object.assign(new OldBlob([new Error("gone")]), { name: fileName });
    await expect(send({ file })).rejects.toSatisfy(isFileUnreadableError);
  });
});

it.each(
  Object.entries({
    undefined,
    null: null,
    "a path": "./a.txt",
    content: text,
    "a number": 7,
    "a list of numbers": [84, 104, 101],
    "a plain object": { name: fileName, size },
    "a class of the application": new (class Document {})(),
    "a URL": new URL("file:///a.txt"),
    "a file of React Native, elsewhere": { uri: "file:///a.txt", name: fileName, type: "text/plain" },
  }),
)("refuses %s before anything is sent", async (_, file) => {
  const upload = send({ file, fileName });
  await expect(upload).rejects.toBeInstanceOf(TypeError);
  await expect(upload).rejects.toThrow(/Blob or File, bytes .* stream .* multer, { path }/);
  expect(received).toEqual([]);
});

it("does not ingest a stream of objects", async () => {
  await expect(send({ file: Readable.from([{ page: 1 }]), fileName, size: 3 })).rejects.toThrow();
  expect(received).toEqual([]);
});

it("carries a file of React Native in its FormData", async () => {
  const parts: unknown[] = [];
  class NativeFormData {
    getParts = () => parts;
    append(name: string, value: unknown) {
      parts.push([name, value]);
    }
  }
  Object.assign(NativeFormData.prototype, { getParts: () => parts });
  vi.stubGlobal("navigator", { product: "ReactNative" });
  vi.stubGlobal("FormData", NativeFormData);
  const file = { uri: "file:///a.txt", name: fileName, type: "text/plain" };
  const client = createSourcesClient({
    baseUrl: server.baseUrl,
    fetch: async () => Response.json(example("ingestFile.200")),
  });
  await ingestFile(client, { file, method: "fast" });
  expect(parts).toEqual([
    ["method", "fast"],
    ["file", file],
  ]);
});

describe("a file that cannot be read any more", () => {
  const unreadable = (error: unknown) =>
    isFileUnreadableError(error) && /a\.txt cannot be read any more.*Choose it again/.test(error.message);

  it.each([{}, { onProgress: () => {} }])("is to be chosen again (%o)", async (options) => {
    const file = await openAsBlob(path);
    unlinkSync(path);
    await expect(send({ file, fileName }, options)).rejects.toSatisfy(unreadable);
    expect(received).toEqual([]);
  });

  it("is to be chosen again when it was changed", async () => {
    const file = await openAsBlob(path);
    writeFileSync(path, `${text} More.`);
    await expect(send({ file, fileName })).rejects.toSatisfy(unreadable);
  });

  it("is to be chosen again when there is no such path", async () => {
    await expect(send({ file: { path: join(folder, "none", fileName) } })).rejects.toSatisfy(unreadable);
  });

  it.each(["a pipe", "a folder"])("is to be chosen again when it is %s", async (kind) => {
    const other = join(folder, kind);
    if (kind === "a pipe") execFileSync("mkfifo", [other]);
    else mkdirSync(other);
    const upload = send({ file: { path: other }, fileName });
    await expect(upload).rejects.toSatisfy(unreadable);
    await expect(upload).rejects.toMatchObject({ cause: { message: `${other} is not a regular file` } });
  });

  it("is to be chosen again when a library cannot read it", async () => {
    const file = {
      name: fileName,
      arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")),
    };
    await expect(send({ file })).rejects.toSatisfy(unreadable);
  });
});

describe("a stream that fails", () => {
  const fails = (error: unknown) => isFileUnreadableError(error) && !isConnectionError(error);
  const away = () => Promise.reject(new TypeError("Failed to fetch"));

  it("does not end the process when it fails before it is read", async () => {
    const file = createReadStream(join(folder, "none", fileName));
    const closed = new Promise<void>((resolve) => file.once("close", resolve));
    const token = () => closed.then(() => "t");
    const client = createSourcesClient({ baseUrl: server.baseUrl, token });
    await expect(ingestFile(client, { file, size })).rejects.toSatisfy(fails);
  });

  it("is closed when nothing has read it", async () => {
    const file = createReadStream(path);
    const client = createSourcesClient({ baseUrl: server.baseUrl, fetch: away });
    await expect(ingestFile(client, { file, size })).rejects.toSatisfy(isConnectionError);
    expect(file.destroyed).toBe(true);
  });

  it.each(
    Object.entries({
      "a path that is not there": () => createReadStream(join(folder, "none", fileName)),
      "a folder": () => createReadStream(folder),
      "a source that breaks off": () =>
        Readable.from(
          (async function* () {
            yield bytes.subarray(0, 5);
            throw new Error("no disk");
          })(),
        ),
      "a stream that someone else reads": () => {
        const stream = new Blob([bytes]).stream();
        stream.getReader();
        return stream;
      },
      "a stream that was destroyed": () => Readable.from([bytes]).destroy(),
      "too few bytes": () => Readable.from([bytes.subarray(1)]),
      "too many bytes": () => Readable.from([bytes, bytes]),
    }),
  )("is no lost answer: %s", async (_, open) => {
    await expect(send({ file: open(), size, fileName })).rejects.toSatisfy(fails);
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0" });
    await expect(send({ file: open(), size, fileName })).rejects.toSatisfy(fails);
    expect(received).toEqual([]);
  });

  it.each([Number.NaN, -1, 1.5, "3"])("is not sent with the size %j", async (wrong) => {
    await expect(send({ file: Readable.from([bytes]), size: wrong, fileName })).rejects.toThrow(
      "size must be a whole number of bytes.",
    );
    expect(received).toEqual([]);
  });
});
