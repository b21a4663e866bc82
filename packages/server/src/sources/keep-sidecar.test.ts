import { beforeEach, describe, expect, it } from "vitest";
import { createInProcessLock } from "../adapters/memory/in-process-lock.ts";
import type { ProjectStore } from "../auth/project.ts";
import type { BlobStore } from "../ports/blob-store.ts";
import type { Sidecar, SidecarStore } from "../ports/sidecar-store.ts";
import { createAddFile } from "./add-file.ts";
import { createDeleteSource } from "./delete-source.ts";
import { createKeepSidecar, type SourceUse } from "./keep-sidecar.ts";
import { removeUnusedContent } from "./remove-content.ts";
import type { SourceStore } from "./source-store.ts";

/** Rows, sidecars and bytes of one project in memory; `happened` is what was done to them, in order. */
describe("the sidecar of stored bytes", () => {
  const projectId = "project";
  const contentHash = "hash";
  const now = new Date("2026-01-01T00:00:00.000Z");
  const use = (fileId: string): SourceUse => ({
    fileId,
    projectId,
    fileName: `${fileId}.txt`,
    fileSize: 4,
    fileType: "txt",
    fileSource: "local file",
    contentHash,
    method: "auto",
    tags: [],
    createdAt: now,
  });
  let rows: SourceUse[];
  let sidecar: string[] | null;
  let happened: string[];
  let failing: string[];
  beforeEach(() => {
    rows = [use("first"), use("second")];
    sidecar = ["first", "second"];
    happened = [];
    failing = [];
  });

  const does = (what: string) => {
    if (failing.includes(what)) throw new Error(`${what} failed`);
    happened.push(what);
  };
  const sidecars: SidecarStore = {
    write: async ({ sources }: Sidecar) => {
      does("write sidecar");
      sidecar = sources.map(({ fileId }) => fileId);
      return true;
    },
    remove: async () => {
      does("remove sidecar");
      sidecar = null;
    },
    read: async () => null,
    removeUnfinished: async () => {},
    list: async function* () {},
    listWritten: async function* () {},
  };
  const sources = {
    usesOf: async () => rows,
    usesContent: async (_project: string, _hash: string, { besides = "" } = {}) =>
      rows.some((row) => row.fileId !== besides),
    find: async (_project: string, fileId: string) => rows.find((row) => row.fileId === fileId) ?? null,
    contentRemoved: async () => {},
    remove: async (_project: string, fileId: string) => {
      does("remove row");
      rows = rows.filter((row) => row.fileId !== fileId);
      return true;
    },
  } as unknown as SourceStore;
  const blobs = {
    commit: async () => does("commit bytes"),
    remove: async () => {
      does("remove bytes");
      return true;
    },
  } as unknown as BlobStore;
  const projects = {
    find: async () => ({ projectId, name: "default", createdAt: now }),
  } as unknown as ProjectStore;
  const lock = createInProcessLock();
  const keepSidecar = createKeepSidecar({ storeId: "store", projects, sources, sidecars });
  const erase = async () => {};
  const forget = async () => {};
  const stopBuilds = async () => {};
  const forgetContent = async () => {};
  const remove = createDeleteSource({
    sources,
    blobs,
    sidecars,
    keepSidecar,
    forget,
    stopBuilds,
    forgetContent,
    erase,
    lock,
  });
  const { add } = createAddFile({
    blobs,
    keepSidecar,
    removeUnused: (content) => removeUnusedContent({ sources, blobs, sidecars }, content),
    recordSource: async (source, { method }) => {
      does("record row");
      rows = [...rows, { ...source, method }];
      return "build";
    },
    clock: { now: () => now },
    lock,
    maxBytes: 100,
  });
  const upload = () =>
    add(projectId, {
      fileName: "third.txt",
      extension: "txt",
      staged: { stagingId: "staged", size: 4, contentHash },
      method: "auto",
    });

  it("loses a deleted entry before the database does, so that a crash never leaves it behind", async () => {
    await remove(projectId, "first");
    expect(happened).toEqual(["write sidecar", "remove row"]);
    expect(sidecar).toEqual(["second"]);
    happened = [];
    await remove(projectId, "second");
    expect(happened).toEqual(["remove sidecar", "remove row", "remove bytes"]);
    expect(sidecar).toBeNull();
  });

  it("has the entry again when the database refused the deletion", async () => {
    failing = ["remove row"];
    await expect(remove(projectId, "first")).rejects.toThrow("remove row failed");
    expect(sidecar).toEqual(["first", "second"]);
  });

  it("goes as a whole where there is no space for a shorter one: deleting works on a full disk", async () => {
    failing = ["write sidecar"];
    await remove(projectId, "first");
    expect(sidecar).toBeNull();
    expect(rows.map(({ fileId }) => fileId)).toEqual(["second"]);
  });

  it("has an upload before it is recorded, so that none is acknowledged without", async () => {
    await upload();
    expect(happened).toEqual(["commit bytes", "write sidecar", "record row"]);
    expect(sidecar).toHaveLength(3);
  });

  it("has no entry of an upload that could not be recorded", async () => {
    failing = ["record row"];
    await expect(upload()).rejects.toThrow("record row failed");
    expect(sidecar).toEqual(["first", "second"]);
  });

  it("that can't be written lets an upload fail before anything is recorded", async () => {
    failing = ["write sidecar"];
    await expect(upload()).rejects.toThrow("write sidecar failed");
    expect(rows).toHaveLength(2);
    expect(happened).toEqual(["commit bytes"]);
  });

  it("that can't be written leaves no bytes of an upload that nobody else has", async () => {
    rows = [];
    sidecar = null;
    failing = ["write sidecar"];
    await expect(upload()).rejects.toThrow("write sidecar failed");
    expect(happened).toContain("remove bytes");
  });
});
