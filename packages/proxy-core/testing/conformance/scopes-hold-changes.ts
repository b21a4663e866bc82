import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import { idsOf, type ScopedProxy, secret, startScopedProxy, upload } from "./scoped-proxy.ts";

const foreign = `f-${secret}-bob`;

/** Deleting, reading again and ingesting need the right to write. */
export function scopesHoldChanges(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  beforeEach(async () => {
    scoped = await startScopedProxy(adapter);
  });
  afterEach(() => scoped.under.close());

  test("own files may be deleted and reprocessed; given ones may only be read", async () => {
    const own = await scoped.ingest("anna");
    expect((await scoped.as("anna", "POST", "/reprocess", { body: { file_id: own } })).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/reprocess"],
      ["POST", "/process"],
      ["DELETE", "/delete"],
    ] as const) {
      const reply = await scoped.as("anna", method, path, { body: { file_id: "f-given" } });
      expect([reply.status, reply.json().detail]).toEqual([403, "Permission denied"]);
    }
    expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: own } })).status).toBe(200);
    expect([...scoped.service.files.keys()]).toContain("f-given");
    expect(idsOf((await scoped.as("anna", "GET", "/")).json())).toEqual(["f-given"]);
  });

  test('write: "all" opens the given ones, and those alone', async () => {
    scoped.scopes.anna = { caller: "anna", files: ["f-given"], ingest: true, write: "all" };
    expect((await scoped.as("anna", "POST", "/reprocess", { body: { file_id: "f-given" } })).status).toBe(
      200,
    );
    expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: foreign } })).status).toBe(404);
    expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id: "f-given" } })).status).toBe(200);
    expect(scoped.service.files.has(foreign)).toBe(true);
  });

  test("a build of a given file does not make the file the caller's own", async () => {
    scoped.scopes.anna = { caller: "anna", files: ["f-given"], ingest: true, write: "all" };
    const { build_id } = (
      await scoped.as("anna", "POST", "/reprocess", { body: { file_id: "f-given" } })
    ).json<{ build_id: string }>();
    expect((await scoped.as("anna", "GET", `/builds/${build_id}`)).json().status).toBe("Completed");
    scoped.scopes.anna = { caller: "anna", ingest: true };
    expect((await scoped.as("anna", "GET", "/get-elements?file_id=f-given")).status).toBe(404);
    const build = await scoped.as("anna", "GET", `/builds/${build_id}`);
    expect(build.json()).toMatchObject({ status: "not_found", file_id: null });
    expect(build.text).not.toContain("given");
  });

  test("a name that several own files bear is not guessed at", async () => {
    const [first, second] = [await scoped.ingest("anna"), await scoped.ingest("anna")];
    const reply = await scoped.as("anna", "DELETE", "/delete", { body: { file_name: "new.md" } });
    expect(reply.status).toBe(400);
    expect(reply.json().detail).toContain("file_id");
    expect(scoped.service.files.has(first) && scoped.service.files.has(second)).toBe(true);
    const body = { file_id: null, file_name: "new.md" };
    await scoped.as("anna", "DELETE", "/delete", { body: { file_id: first } });
    expect((await scoped.as("anna", "DELETE", "/delete", { body })).json().file_id).toBe(second);
  });

  test("without ingest nothing is ingested or reprocessed", async () => {
    scoped.scopes.anna = { caller: "anna", files: ["f-given"], write: "all" };
    for (const path of ["/ingest-file", "/upload"])
      expect((await scoped.as("anna", "POST", path, upload)).status).toBe(403);
    for (const path of [
      ...["/ingest-url", "/ingest-github", "/ingest-youtube"],
      ...["/upload-url-source", "/upload-github-source", "/upload-youtube-source"],
    ])
      expect((await scoped.as("anna", "POST", path, { body: { url: "https://x.example" } })).status).toBe(
        403,
      );
    for (const path of ["/reprocess", "/process"])
      expect((await scoped.as("anna", "POST", path, { body: { file_id: "f-given" } })).status).toBe(403);
    expect(scoped.seen()).toEqual([]);
  });
}
