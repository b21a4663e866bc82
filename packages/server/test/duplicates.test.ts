import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../testing/documents/sample-pdf.ts";
import { type ManagedServer, startManagedServer } from "../testing/managed-server.ts";
import type { TestServer } from "../testing/start-server.ts";

type Elements = { items: { text: string; element_id: string; bounding_box: unknown }[]; total: number };
type Found = { chunks: { text: string; file_id: string; metadata: { element_ids: string[] } }[] };

describe("the same bytes twice in a project", () => {
  let managed: ManagedServer;
  let server: TestServer;
  beforeAll(async () => {
    managed = await startManagedServer();
    server = managed.server;
  });
  afterAll(() => managed.close());

  let seed = 0;
  const document = (keyword?: string) => {
    seed += 1;
    return samplePdf({ pages: 3, seed, ...(keyword ? { keyword } : {}) });
  };
  const elementsOf = async (fileId: string) =>
    (await server.call<Elements>("GET", `/get-elements?file_id=${fileId}`)).body;
  const sourceOf = async (fileId: string) =>
    (await server.call<{ duplicate_of: string | null }[]>("GET", `/?file_ids=${fileId}`)).body[0];
  const find = async (query: string, file_ids: string[]) =>
    (await server.call<Found>("POST", "/prebuilt-rag", { query, file_ids })).body.chunks;

  it("are read once: the copy says of what, and has everything under ids of its own", async () => {
    const bytes = document("quokkas");
    const first = await server.ingestAndWait("first.pdf", bytes);
    expect(first).toMatchObject({ status: "Completed", duplicate_of: null });
    const second = await server.ingestAndWait("second.pdf", bytes);
    expect(second).toMatchObject({
      status: "Completed",
      duplicate_of: first.file_id,
      method: first.method,
      total_pages: 3,
      total_partitions: first.total_partitions,
      message: first.message,
    });
    expect(await sourceOf(second.file_id)).toMatchObject({ duplicate_of: first.file_id, total_pages: 3 });
    const [original, copy] = [await elementsOf(first.file_id), await elementsOf(second.file_id)];
    const withoutIds = ({ items }: Elements) => items.map(({ element_id: _, ...element }) => element);
    const nameless = (text: string) => text.replaceAll(/(first|second)\.pdf/g, "");
    expect(nameless(JSON.stringify(withoutIds(copy)))).toBe(nameless(JSON.stringify(withoutIds(original))));
    const ids = new Set([...original.items, ...copy.items].map(({ element_id }) => element_id));
    expect(ids.size).toBe(original.total + copy.total);
    const [found] = await find("quokkas", [second.file_id]);
    expect(found?.text).toContain("quokkas");
    const own = copy.items.map(({ element_id }) => element_id);
    for (const id of found?.metadata.element_ids ?? []) expect(own).toContain(id);
  });

  it("of a picture are read again under another name, because its text is its name", async () => {
    // 64 by 64 pixels without text.
    const picture = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAAAAACPAi4CAAAAMElEQVR4nO3MQREAIAwDsPo3DRJ2O34lEZCcRxEIBLVBBgKBQCAQCP4LtgQCQU1wAUFc9Kb0ls1lAAAAAElFTkSuQmCC",
      "base64",
    );
    await server.ingestAndWait("secret-name.png", picture);
    const second = await server.ingestAndWait("second.png", picture);
    expect(second).toMatchObject({ status: "Completed", duplicate_of: null });
    expect(JSON.stringify(await elementsOf(second.file_id))).not.toContain("secret-name");
    expect(await server.ingestAndWait("second.png", picture)).toMatchObject({ duplicate_of: second.file_id });
  });

  it("are read once when they come at the same time", async () => {
    const bytes = document();
    const builds = await Promise.all(
      ["a", "b", "c", "d"].map((name) => server.ingestAndWait(`${name}.pdf`, bytes)),
    );
    const originals = builds.filter(({ duplicate_of }) => duplicate_of === null);
    expect(originals).toHaveLength(1);
    for (const build of builds) {
      expect(build.status).toBe("Completed");
      if (build !== originals[0]) expect(build.duplicate_of).toBe(originals[0]?.file_id);
    }
  });

  it("are another document under another extension, by another method, and when they are read again", async () => {
    const text = `name,age\n${randomUUID()},30\n`;
    await server.ingestAndWait("table.csv", text);
    const others = [
      await server.ingestAndWait("table.txt", text),
      await server.ingestAndWait("table.csv", text, "fast"),
    ];
    for (const build of others) expect(build).toMatchObject({ status: "Completed", duplicate_of: null });
    const copy = await server.ingestAndWait("copy.csv", text);
    expect(copy.duplicate_of).not.toBeNull();
    for (const method of ["auto", "fast"]) {
      const { body } = await server.call<{ build_id: string }>("POST", "/reprocess", {
        file_id: copy.file_id,
        method,
      });
      expect(await server.waitFor(body.build_id)).toMatchObject({ status: "Completed", duplicate_of: null });
      expect(await sourceOf(copy.file_id)).toMatchObject({ duplicate_of: null });
    }
  });

  it("stand as a copy when the original is deleted", async () => {
    const bytes = document("wombats");
    const first = await server.ingestAndWait("first.pdf", bytes);
    const second = await server.ingestAndWait("second.pdf", bytes);
    await server.call("DELETE", "/delete", { file_id: first.file_id });
    expect(await sourceOf(second.file_id)).toMatchObject({ duplicate_of: null, status: "Completed" });
    const { body } = await server.call("GET", `/builds/${second.build_id}?suppress_elements=true`);
    expect(body).toMatchObject({ status: "Completed", duplicate_of: null });
    expect((await find("wombats", [second.file_id]))[0]?.file_id).toBe(second.file_id);
    const third = await server.ingestAndWait("third.pdf", bytes);
    expect(third.duplicate_of).toBe(second.file_id);
  });

  it("are nobody else's: in another project they are read", async () => {
    const bytes = document();
    await server.ingestAndWait("ours.pdf", bytes);
    const { projects } = managed.stores;
    const project = { projectId: randomUUID(), name: "others", createdAt: new Date() };
    await projects.create(project, {
      tokenId: randomUUID(),
      projectId: project.projectId,
      name: "unused",
      prefix: randomUUID().slice(0, 12),
      hash: randomUUID(),
      readOnly: false,
      manage: false,
      expiresAt: null,
      createdAt: new Date(),
    });
    const token = await managed.tokenFor({ project: "others" });
    const form = new FormData();
    form.set("file", new Blob([new Uint8Array(bytes)]), "theirs.pdf");
    const headers = { authorization: `Bearer ${token}` };
    const sent = await server.fetch(`${server.baseUrl}/ingest-file`, { method: "POST", headers, body: form });
    const { build_id } = (await sent.json()) as { build_id: string };
    const wait = { headers: { ...headers, prefer: "wait=60" } };
    const ended = await server.fetch(`${server.baseUrl}/builds/${build_id}?suppress_elements=true`, wait);
    expect(await ended.json()).toMatchObject({ status: "Completed", duplicate_of: null });
  });
});
