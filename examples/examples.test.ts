import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestServer } from "../packages/server/testing/start-server.ts";
import { startServerProcess } from "../packages/server/testing/start-server-process.ts";
import { askThrough } from "./testing/ask-through.ts";
import { folderOf, runExample, startExample } from "./testing/start-example.ts";

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

let service: TestServer;
beforeAll(async () => {
  service = await startServerProcess();
});
afterAll(() => service.close());
const settings = () => ({ HEADWATER_URL: service.baseUrl, HEADWATER_TOKEN: service.token });

describe("express-minimal", () => {
  it("serves its page and answers about an uploaded document, and keeps the token on the server", async () => {
    const example = await startExample("express-minimal", ["server.js"], settings());
    try {
      const page = await (await fetch(example.origin)).text();
      expect(page).toContain("<h1>Ask a document</h1>");
      expect(page).not.toContain(service.token);
      const answer = await askThrough(example.origin);
      expect(answer.answer).toContain("two years");
      expect(answer.citations?.[0]).toMatchObject({ file_name: "warranty.md", page_number: 1 });
      expect(JSON.stringify(answer)).not.toContain(service.token);
    } finally {
      await example.stop();
    }
  });
});

describe("vite-react", () => {
  it("has a server that answers about an uploaded document", async () => {
    const example = await startExample("vite-react", ["server.js"], settings());
    try {
      expect((await askThrough(example.origin)).answer).toContain("two years");
    } finally {
      await example.stop();
    }
  });
});

describe.each(["express-minimal", "vite-react"])("%s", (name) => {
  it("names the missing setting when it has no token", async () => {
    const { code, printed } = await runExample(name, ["server.js"], { PORT: "0" });
    expect(code).toBe(1);
    expect(printed).toContain("Set HEADWATER_TOKEN to an API token of the service.");
  });
});

describe.each(["express-minimal", "next-minimal", "vite-react"])("%s", (name) => {
  it("has at most eight files", () => {
    const made = ["node_modules", ".turbo", "dist", ".next", "next-env.d.ts"];
    const files = readdirSync(folderOf(name), { withFileTypes: true })
      .filter((entry) => !made.includes(entry.name) && !entry.name.endsWith(".tsbuildinfo"))
      .flatMap((entry) => (entry.isFile() ? [entry] : filesBelow(join(folderOf(name), entry.name))));
    expect(files.length).toBeGreaterThan(2);
    expect(files.length).toBeLessThanOrEqual(8);
  });
});
