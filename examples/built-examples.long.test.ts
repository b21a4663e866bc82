import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestServer } from "../packages/server/testing/start-server.ts";
import { startServerProcess } from "../packages/server/testing/start-server-process.ts";
import { askThrough } from "./testing/ask-through.ts";
import { binaryOf, folderOf, runExample, startExample } from "./testing/start-example.ts";

let service: TestServer;
beforeAll(async () => {
  service = await startServerProcess();
});
afterAll(() => service.close());
const settings = () => ({ HEADWATER_URL: service.baseUrl, HEADWATER_TOKEN: service.token });

/** All scripts that a page loads. */
async function scriptsOf(origin: string): Promise<string> {
  const page = await (await fetch(origin)).text();
  const paths = [...page.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, path]) => path ?? "");
  expect(paths.length).toBeGreaterThan(0);
  const scripts = await Promise.all(paths.map(async (path) => (await fetch(new URL(path, origin))).text()));
  return [page, ...scripts].join("\n");
}

describe("next-minimal", () => {
  const next = binaryOf("next-minimal", "next/dist/bin/next");
  afterAll(() => rm(join(folderOf("next-minimal"), ".next"), { recursive: true, force: true }));

  it("builds without its settings, serves its page, and answers about an uploaded document", async () => {
    const { code, printed } = await runExample("next-minimal", [next, "build"]);
    expect(printed).toContain("/api/documents/[[...path]]");
    expect(code).toBe(0);

    const example = await startExample(
      "next-minimal",
      [next, "start", "--hostname", "127.0.0.1"],
      settings(),
    );
    try {
      const loaded = await scriptsOf(example.origin);
      expect(loaded).toContain("Ask a document");
      expect(loaded).toContain("/api/documents");
      expect(loaded).not.toContain(service.token);
      const answer = await askThrough(example.origin);
      expect(answer.answer).toContain("two years");
      expect(answer.citations?.[0]).toMatchObject({ file_name: "warranty.md", page_number: 1 });
    } finally {
      await example.stop();
    }
  });
});

describe("vite-react", () => {
  const vite = binaryOf("vite-react", "vite/bin/vite.js");
  afterAll(() => rm(join(folderOf("vite-react"), "dist"), { recursive: true, force: true }));

  it("builds, and its server serves the page and answers", async () => {
    const { code, printed } = await runExample("vite-react", [vite, "build"]);
    expect(printed).toContain("built in");
    expect(code).toBe(0);

    const example = await startExample("vite-react", ["server.js"], settings());
    try {
      const loaded = await scriptsOf(example.origin);
      expect(loaded).toContain("Ask your documents");
      expect(loaded).not.toContain(service.token);
      expect((await askThrough(example.origin)).answer).toContain("two years");
    } finally {
      await example.stop();
    }
  });

  it("is served in development by Vite, which forwards the calls", async () => {
    const server = await startExample("vite-react", ["server.js"], settings());
    const PORT = new URL(server.origin).port;
    const page = await startExample("vite-react", [vite, "--port", "0", "--host", "127.0.0.1"], { PORT });
    try {
      expect(await (await fetch(page.origin)).text()).toContain("/src/main.tsx");
      expect((await askThrough(page.origin)).answer).toContain("two years");
    } finally {
      await page.stop();
      await server.stop();
    }
  });
});
