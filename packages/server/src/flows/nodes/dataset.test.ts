import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addProcessedSource, addProject, addSource } from "../../../testing/contracts/examples.ts";
import { openStores, type StoresUnderTest } from "../../../testing/contracts/open-stores.ts";
import { openSqlite } from "../../adapters/sql/open-database.ts";
import { newId } from "../../kernel/ids.ts";
import type { OutputOf } from "../flow/node-output.ts";
import { createDatasetNode } from "./dataset.ts";

describe("the dataset node", () => {
  let stores: StoresUnderTest;
  let projectId: string;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-dataset-"));
    stores = await openStores(
      () => openSqlite(join(folder, "headwater.db")),
      () => rm(folder, { recursive: true }),
    );
    projectId = (await addProject(stores)).projectId;
  });
  afterEach(() => stores.close());

  const run = async (config: Record<string, unknown>) => {
    const node = {
      id: "dataset-1",
      type: "dataset" as const,
      position: { x: 0, y: 0 },
      style: { height: 1, width: 1 },
      name: "Files",
      config,
    };
    const signal = new AbortController().signal;
    const { output, ...outcome } = await createDatasetNode(stores).run({
      node,
      projectId,
      inputs: [],
      query: null,
      signal,
    });
    return { ...outcome, documents: (output as OutputOf<"documents">).documents };
  };

  it("stands for every source of the project that bears a name, as its active version", async () => {
    const add = (fileName: string) => addProcessedSource(stores, projectId, { fileName, chunks: 4 });
    const [one, twin, other] = [await add("a.pdf"), await add("a.pdf"), await add("b.pdf")];
    const elsewhere = await addProject(stores);
    await addProcessedSource(stores, elsewhere.projectId, { fileName: "a.pdf" });
    const { documents, counts } = await run({ files: ["b.pdf", "a.pdf", "gone.pdf"] });
    expect(documents).toEqual([
      { fileId: other.fileId, fileName: "b.pdf", versionId: other.versionId },
      { fileId: one.fileId, fileName: "a.pdf", versionId: one.versionId },
      { fileId: twin.fileId, fileName: "a.pdf", versionId: twin.versionId },
    ]);
    expect(counts).toEqual({ total_documents: 3, total_chunks: 12 });
  });

  it("takes the files of a revision before the names, and leaves out those that are gone or of others", async () => {
    const frozen = await addProcessedSource(stores, projectId, { fileName: "a.pdf" });
    await addProcessedSource(stores, projectId, { fileName: "a.pdf" });
    const elsewhere = await addProject(stores);
    const foreign = await addProcessedSource(stores, elsewhere.projectId, { fileName: "a.pdf" });
    const fileIds = [frozen.fileId, foreign.fileId, newId()];
    const { documents } = await run({ files: ["a.pdf"], fileIds });
    expect(documents.map(({ fileId }) => fileId)).toEqual([frozen.fileId]);
    expect((await run({ files: ["a.pdf"], fileIds: [] })).documents).toEqual([]);
  });

  it("says which sources are not read yet", async () => {
    await addSource(stores, projectId, { fileName: "new.pdf" });
    const { documents, notes } = await run({ files: ["new.pdf"] });
    expect(documents).toEqual([]);
    expect(notes).toEqual(["Left out, because they are not read yet: new.pdf"]);
  });

  it("answers the same for many files as for few", async () => {
    const fileIds: string[] = [];
    for (let file = 0; file < 51; file++)
      fileIds.push((await addProcessedSource(stores, projectId, { fileName: `${file}.pdf` })).fileId);
    await addProcessedSource(stores, projectId, { fileName: "unasked.pdf" });
    const [all, few] = [await run({ fileIds }), await run({ fileIds: fileIds.slice(0, 50) })];
    expect(all.documents.slice(0, 50)).toEqual(few.documents);
    expect(all.counts).toEqual({ total_documents: 51, total_chunks: 102 });
  });

  it("stands for nothing without files", async () => {
    expect(await run({})).toMatchObject({ documents: [], counts: { total_documents: 0, total_chunks: 0 } });
  });
});
