import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startServer, type TestServer } from "../../testing/start-server.ts";

describe("deleteSource", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.close());

  const remove = (body: unknown) => server.call("DELETE", "/delete", body);
  /** Bytes and sidecars. The store's mark stays. */
  const filesKept = () =>
    readdirSync(join(server.dataFolder, "files"), { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name !== "store.json",
    ).length;

  it("removes the source, its elements, chunks and bytes, and finds nothing of it afterwards", async () => {
    const { file_id, build_id } = await server.ingestAndWait("secret.txt", "The passphrase is zanzibar.");
    expect(await remove({ file_id })).toMatchObject({
      status: 200,
      body: { status: "success", file_id, file_name: "secret.txt", project_name: "default" },
    });
    expect((await server.call("GET", "/")).body).toEqual([]);
    expect(await server.call("GET", `/get-elements?file_id=${file_id}`)).toMatchObject({ status: 404 });
    expect((await server.call("GET", `/builds/${build_id}`)).body).toMatchObject({ status: "not_found" });
    expect((await server.call("POST", "/prebuilt-rag", { query: "zanzibar passphrase" })).body).toMatchObject(
      { total: 0 },
    );
    const { body } = await server.call("POST", "/ask-sources", { question: "What is the passphrase?" });
    expect(JSON.stringify(body)).not.toContain("zanzibar");
    expect(filesKept()).toBe(0);
    expect(await remove({ file_id })).toMatchObject({ status: 404, body: { detail: "Source not found" } });
  });

  it("keeps bytes that another source of the project still uses", async () => {
    const one = await server.ingestAndWait("one.txt", "The same words.");
    const two = await server.ingestAndWait("two.txt", "The same words.");
    expect(filesKept()).toBe(2);
    await remove({ file_id: one.file_id });
    expect(filesKept()).toBe(2);
    const again = await server.call<{ build_id: string }>("POST", "/reprocess", { file_id: two.file_id });
    expect(await server.waitFor(again.body.build_id)).toMatchObject({ status: "Completed" });
    await remove({ file_id: two.file_id });
    expect(filesKept()).toBe(0);
  });

  it("a deprecated file_name means every source with that name", async () => {
    await server.ingestAndWait("twin.txt", "First.");
    const newest = await server.ingestAndWait("twin.txt", "Second.");
    expect((await remove({ file_name: "twin.txt" })).body).toMatchObject({ file_id: newest.file_id });
    expect((await server.call("GET", "/")).body).toEqual([]);
  });

  it.each([
    [{}, 400, "Invalid input: file_id is required"],
    [{ file_id: "unknown" }, 404, "Source not found"],
    [{ file_name: "unknown.txt" }, 404, "Source not found"],
  ])("%j: %i", async (body, status, detail) => {
    expect(await remove(body)).toMatchObject({ status, body: { detail } });
  });
});
