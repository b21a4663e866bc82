import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { collect, createdAt } from "../../../testing/contracts/examples.ts";
import { newId } from "../../kernel/ids.ts";
import { type Sidecar, SidecarUnreadableError } from "../../ports/sidecar-store.ts";
import { createFilesystemSidecarStore } from "./filesystem-sidecar-store.ts";

describe("sidecars in files", () => {
  let files: string;
  beforeEach(async () => {
    files = await mkdtemp(join(tmpdir(), "headwater-sidecars-"));
  });
  afterEach(() => rm(files, { recursive: true }));

  const contentHash = "ab".repeat(32);
  const sidecarOf = (projectId = newId()): Sidecar => ({
    storeId: newId(),
    project: { projectId, name: 'legal "Ü"', createdAt },
    contentHash,
    size: 12,
    sources: [
      {
        fileId: newId(),
        fileName: "Bericht\u2028.pdf",
        fileType: "pdf",
        fileSource: "local file",
        method: "auto",
        tags: ["Verträge", "2026"],
        createdAt,
      },
    ],
  });
  const pathOf = ({ project }: Sidecar) => join(files, project.projectId, "ab", `${contentHash}.json`);

  it("are read as written, by their owner only, and written only when they change", async () => {
    const store = createFilesystemSidecarStore(files);
    const sidecar = sidecarOf();
    expect(await store.write(sidecar)).toBe(true);
    expect(await store.read(sidecar.project.projectId, contentHash)).toEqual(sidecar);
    expect((await stat(pathOf(sidecar))).mode & 0o777).toBe(0o600);
    expect(await store.write(sidecar)).toBe(false);
    expect(await store.write({ ...sidecar, size: 13 })).toBe(true);
    const content = { projectId: sidecar.project.projectId, contentHash };
    expect(await collect(store.list())).toEqual([content]);
    const { mtime } = await stat(pathOf(sidecar));
    expect(await collect(store.listWritten())).toEqual([{ ...content, writtenAt: mtime }]);
  });

  it("leave nothing behind when they are removed, even when a crash left a half-written draft", async () => {
    const store = createFilesystemSidecarStore(files);
    const sidecar = sidecarOf();
    await store.write(sidecar);
    await writeFile(`${pathOf(sidecar)}.new`, '{"half');
    await store.remove(sidecar.project.projectId, contentHash);
    await store.remove(sidecar.project.projectId, contentHash);
    expect(await store.read(sidecar.project.projectId, contentHash)).toBeNull();
    expect(await readdir(files)).toEqual([]);
  });

  it("that a crash has cut off are removed, and whole ones stay", async () => {
    const store = createFilesystemSidecarStore(files);
    const [whole, begun] = [sidecarOf(), sidecarOf()];
    await store.write(whole);
    await mkdir(dirname(pathOf(begun)), { recursive: true });
    for (const each of [whole, begun]) await writeFile(`${pathOf(each)}.new`, '{"half');
    await store.removeUnfinished();
    expect(await readdir(files)).toEqual([whole.project.projectId]);
    expect(await readdir(dirname(pathOf(whole)))).toEqual([`${contentHash}.json`]);
  });

  it("are not trusted beside bytes that they do not describe", async () => {
    const store = createFilesystemSidecarStore(files);
    const [sidecar, other] = [sidecarOf(), sidecarOf()];
    await store.write(sidecar);
    await mkdir(dirname(pathOf(other)), { recursive: true });
    await writeFile(pathOf(other), await readFile(pathOf(sidecar)));
    await expect(store.read(other.project.projectId, contentHash)).rejects.toThrow(SidecarUnreadableError);
  });

  it.each([
    ["", "not JSON"],
    ["null", "expected object"],
    ['{"format": 2}', "format"],
  ])("that hold %j are not believed, and say why", async (text, reason) => {
    const store = createFilesystemSidecarStore(files);
    const sidecar = sidecarOf();
    await store.write(sidecar);
    await writeFile(pathOf(sidecar), text);
    await expect(store.read(sidecar.project.projectId, contentHash)).rejects.toThrow(reason);
  });
});
