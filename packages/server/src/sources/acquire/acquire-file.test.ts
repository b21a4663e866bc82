import { expect, test } from "vitest";
import { acquireContext } from "../../../testing/acquire-context.ts";
import { BlobDamagedError, BlobMissingError } from "../../ports/blob-store.ts";
import type { Source } from "../source.ts";
import { type AcquiredDocument, AcquireError } from "./acquire.ts";
import { createAcquireFile } from "./acquire-file.ts";

const source = { projectId: "p", contentHash: "hash", fileName: "a.txt", fileType: "txt" } as Source;

async function acquire(read: (projectId: string, contentHash: string) => Promise<Uint8Array>) {
  const documents: Partial<AcquiredDocument>[] = [];
  for await (const document of createAcquireFile({ read })(source, acquireContext()))
    documents.push(document);
  return documents;
}
const failing = (error: Error) => acquire(() => Promise.reject(error));

test("an uploaded file is one document", async () => {
  const stored = new Map([["p/hash", Buffer.from("text")]]);
  const documents = await acquire(async (...key) => stored.get(key.join("/")) ?? Buffer.alloc(0));
  const { bytesAgain, ...document } = documents[0] ?? {};
  expect(documents).toHaveLength(1);
  expect(document).toEqual({ bytes: Buffer.from("text"), fileName: "a.txt", extension: "txt" });
  expect(await bytesAgain?.()).toEqual(Buffer.from("text"));
});

test("only bytes that are surely gone or damaged are a verdict; a fault of the disk may pass", async () => {
  await expect(failing(new BlobMissingError("gone"))).rejects.toThrow(
    /no longer there\. Upload the file again/,
  );
  await expect(failing(new BlobDamagedError("other"))).rejects.toThrow(/restore it from a backup/);
  await expect(failing(new BlobMissingError("gone"))).rejects.toBeInstanceOf(AcquireError);
  const full = Object.assign(new Error("too many open files"), { code: "EMFILE" });
  await expect(failing(full)).rejects.toBe(full);
});
