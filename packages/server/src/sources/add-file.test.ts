import { expect, it } from "vitest";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import { createAddFile } from "./add-file.ts";

it("knows of an upload whether others are about to be recorded, so that one commit has them all", async () => {
  const commits = { slow: Promise.withResolvers<void>(), broken: Promise.withResolvers<void>() };
  const companies: (() => boolean)[] = [];
  const { add } = createAddFile({
    blobs: {
      commit: (_: string, { contentHash }: { contentHash: string }) =>
        commits[contentHash as keyof typeof commits]?.promise ?? Promise.resolve(),
    } as unknown as BlobStore,
    keepSidecar: async () => {},
    removeUnused: async () => {},
    recordSource: async (_, { hasCompany }) => {
      companies.push(hasCompany);
      return "build";
    },
    clock: { now: () => new Date() },
    lock: createInProcessLock(),
    maxBytes: 100,
  });
  const upload = (contentHash: string) =>
    add("project", {
      ...{ fileName: "a.txt", extension: "txt", method: "auto" as const },
      staged: { stagingId: contentHash, size: 1, contentHash },
    });
  const slow = upload("slow");
  const broken = upload("broken");
  await upload("quick");
  const [hasCompany] = companies;
  expect(hasCompany?.()).toBe(true);
  commits.broken.reject(new Error("the disk is full"));
  await expect(broken).rejects.toThrow("the disk is full");
  expect(hasCompany?.()).toBe(true);
  commits.slow.resolve();
  await slow;
  expect(hasCompany?.()).toBe(false);
});
