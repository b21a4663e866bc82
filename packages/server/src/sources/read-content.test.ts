import { expect, it } from "vitest";
import { BlobMissingError } from "../ports/blob-store.ts";
import { createReadContent } from "./read-content.ts";
import type { FileSource, Source } from "./source.ts";

const source = (fileSource: FileSource) =>
  ({ fileName: "a.txt", fileType: "txt", fileSource, contentHash: "hash", fileSize: 3 }) as Source;

const readContent = (found: Source, readStream: () => AsyncIterable<Uint8Array>) =>
  createReadContent({
    sources: { find: async () => found },
    blobs: { size: async () => 3, readStream, readRange: readStream },
  })("project", "file");

async function* nothing(): AsyncGenerator<Uint8Array> {}

it.each(["url", "github", "youtube"] as const)("a source of the kind %s has no original", async (kind) => {
  await expect(readContent(source(kind), nothing)).rejects.toMatchObject({
    status: 404,
    message: "Source has no original file",
  });
});

it.each([null, { start: 0, end: 1 }])(
  "a reader that leaves before the first piece closes the file",
  async (range) => {
    let closed = false;
    async function* pieces() {
      try {
        yield Buffer.from("a");
        yield Buffer.from("bc");
      } finally {
        closed = true;
      }
    }
    const content = await readContent(source("local file"), pieces);
    const reader = (await content.read(range))[Symbol.asyncIterator]();
    await reader.return?.();
    expect(closed).toBe(true);
  },
);

it.each([
  ["was deleted", [source("local file"), null], 404],
  [
    "lost its original",
    [source("local file"), { ...source("local file"), originalRemovedAt: new Date() }],
    410,
  ],
  ["is still there", [source("local file")], 500],
])("bytes that are gone while the source %s meanwhile are answered as that", async (_what, found, status) => {
  const states = [...found];
  const missing = async () => {
    throw new BlobMissingError("hash");
  };
  const read = createReadContent({
    sources: { find: async () => (states.length > 1 ? states.shift() : states[0]) ?? null },
    blobs: { size: missing, readStream: nothing, readRange: nothing },
  });
  await expect(read("project", "file")).rejects.toMatchObject({ status });
});
