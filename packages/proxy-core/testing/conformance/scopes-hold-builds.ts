import { afterEach, expect, test } from "vitest";
import type { FileReady } from "../../src/options/proxy-options.ts";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import type { SomeOptions } from "./proxy-under-test.ts";
import { idsOf, type ScopedProxy, startScopedProxy, upload } from "./scoped-proxy.ts";

/** A build, and the file that it makes, belong to the caller that started it. */
export function scopesHoldBuilds(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async (options: SomeOptions = {}) => {
    scoped = await startScopedProxy(adapter, options);
  };
  afterEach(() => scoped.under.close());
  const startBuild = async (user: string, path = "/ingest-file", sent = upload) =>
    (await scoped.as(user, "POST", path, sent)).json<{ build_id: string }>().build_id;

  test("are followed by who started them; to others they are unknown", async () => {
    await start();
    for (const path of ["/ingest-file", "/ingest-url", "/ingest-github", "/ingest-youtube"]) {
      const sent = path === "/ingest-file" ? upload : { body: { url: "https://x.example" } };
      const build = await startBuild("anna", path, sent);
      expect((await scoped.as("anna", "GET", `/builds/${build}`)).json().status).toBe("Completed");
      const others = await scoped.as("bob", "GET", `/builds/${build}`);
      expect(others.json()).toMatchObject({
        build_id: build,
        status: "not_found",
        success: false,
        file_id: null,
      });
      const never = await scoped.as("bob", "GET", "/builds/never");
      expect(others.text.replaceAll(build, "never")).toBe(never.text);
    }
  });

  test("a file joins its caller even when no caller follows the build", async () => {
    await start();
    scoped.service.newBuilds = "Pending";
    const build = await startBuild("anna");
    expect(idsOf((await scoped.as("anna", "GET", "/")).json())).toEqual(["f-given"]);
    scoped.service.complete("Processing");
    const own = scoped.service.builds.get(build)?.file_id ?? "";
    expect(idsOf((await scoped.as("anna", "GET", "/")).json())).toContain(own);
    expect((await scoped.as("anna", "GET", `/get-elements?file_id=${own}`)).status).toBe(200);
    expect((await scoped.as("bob", "GET", `/get-elements?file_id=${own}`)).status).toBe(404);
  });

  test("a file of a finished build can be read at once, before anything else was asked", async () => {
    await start();
    const build = await startBuild("anna");
    const own = scoped.service.builds.get(build)?.file_id ?? "";
    expect((await scoped.as("anna", "GET", `/get-elements?file_id=${own}`)).status).toBe(200);
    expect(
      (await scoped.as("anna", "POST", "/ask-sources", { body: { question: "?", file_ids: [own] } })).status,
    ).toBe(200);
  });

  test("the deprecated operations join their caller too", async () => {
    await start();
    for (const path of ["/upload", "/upload-url-source", "/upload-github-source", "/upload-youtube-source"]) {
      const sent = path === "/upload" ? upload : { body: { url: "https://x.example" } };
      const { file_id } = (await scoped.as("anna", "POST", path, sent)).json<{ file_id: string }>();
      expect((await scoped.as("anna", "GET", `/get-elements?file_id=${file_id}`)).status).toBe(200);
      expect((await scoped.as("bob", "GET", `/get-elements?file_id=${file_id}`)).status).toBe(404);
    }
  });

  test("onFileReady is told once per file that is ready", async () => {
    const told: FileReady[] = [];
    await start({ onFileReady: (file) => void told.push(file) });
    scoped.service.newBuilds = "Processing";
    const build = await startBuild("anna");
    await scoped.as("anna", "GET", `/builds/${build}`);
    expect(told).toEqual([]);
    scoped.service.complete();
    await Promise.all([
      scoped.as("anna", "GET", `/builds/${build}`),
      scoped.as("anna", "GET", `/builds/${build}`),
      scoped.as("anna", "GET", "/"),
      scoped.as("bob", "GET", `/builds/${build}`),
    ]);
    await scoped.as("anna", "GET", `/builds/${build}`);
    const fileId = scoped.service.builds.get(build)?.file_id;
    expect(told).toEqual([{ id: build, caller: "anna", fileId, fileName: "new.md", buildId: build }]);
  });

  test("a build that failed is not ready; its file is the caller's to delete", async () => {
    const told: FileReady[] = [];
    await start({ onFileReady: (file) => void told.push(file) });
    const build = await startBuild("anna");
    scoped.service.complete("Processing failed");
    expect((await scoped.as("anna", "GET", `/builds/${build}`)).json().status).toBe("Processing failed");
    expect(told).toEqual([]);
    const file_id = scoped.service.builds.get(build)?.file_id;
    expect((await scoped.as("anna", "DELETE", "/delete", { body: { file_id } })).status).toBe(200);
  });

  test("an onFileReady that fails is reported and told again", async () => {
    let calls = 0;
    await start({
      onFileReady: async () => {
        if (++calls === 1) throw new Error("no database");
      },
    });
    const build = await startBuild("anna");
    const first = await scoped.as("anna", "GET", `/builds/${build}`);
    expect(first.json().status).toBe("Completed");
    await expect
      .poll(() => scoped.under.events)
      .toContainEqual(expect.objectContaining({ type: "failed", stage: "onFileReady" }));
    await scoped.as("anna", "GET", `/builds/${build}`);
    await scoped.as("anna", "GET", `/builds/${build}`);
    expect(calls).toBe(2);
  });

  test("too many at a time are refused before they are sent", async () => {
    const ownership = createMemoryOwnershipStore();
    await start({ ownership });
    for (let index = 0; index < 256; index++) await ownership.claim("ingestion", `b-open-${index}`, "anna");
    const reply = await scoped.as("anna", "POST", "/ingest-file", upload);
    expect(reply.status).toBe(429);
    expect(reply.headers["retry-after"]).toBe("5");
    expect(scoped.seen().filter(({ method }) => method === "POST")).toEqual([]);
    expect((await scoped.as("bob", "POST", "/ingest-file", upload)).status).toBe(200);
  });

  test("those that have ended do not count, looked at or not", async () => {
    const ownership = createMemoryOwnershipStore();
    await start({ ownership });
    await startBuild("anna");
    scoped.service.complete();
    for (let index = 1; index < 256; index++) {
      const build = `b-done-${index}`;
      scoped.service.builds.set(build, { build_id: build, file_id: `f-${index}`, status: "Completed" });
      await ownership.claim("ingestion", build, "anna");
    }
    expect((await scoped.as("anna", "POST", "/ingest-file", upload)).status).toBe(200);
  });

  test("work that was done and cannot be recorded is not asked for again", async () => {
    const memory = createMemoryOwnershipStore();
    await start({
      ownership: { ...memory, claim: () => Promise.reject(new Error("no database at 10.0.0.7")) },
    });
    const reply = await scoped.as("anna", "POST", "/ingest-file", upload);
    // 503 would mean that the work was not done, and clients would send it again.
    expect(reply.status).toBe(500);
    expect(reply.headers["x-should-retry"]).toBe("false");
    expect(reply.headers["retry-after"]).toBeUndefined();
    expect(reply.json().detail).toBe("This was done, but it could not be recorded that it is yours");
    expect(reply.text).not.toMatch(/build_id|10\.0\.0\.7/);
  });
}
