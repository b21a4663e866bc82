import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSnippets, runSnippet } from "../../../scripts/testing/readme-snippets.ts";
import type { TestServer } from "../../server/testing/start-server.ts";
import { startServerProcess } from "../../server/testing/start-server-process.ts";
import { scopeRules } from "../src/scope/scope-rules.ts";

const path = fileURLToPath(new URL("../README.md", import.meta.url));
let service: TestServer;
beforeAll(async () => {
  service = await startServerProcess();
});
afterAll(() => service.close());

test.each(readSnippets(path).map((snippet) => ({ snippet, place: snippet.place })))(
  "$place runs",
  async ({ snippet }) => {
    const { output } = await runSnippet(snippet, {
      env: { HEADWATER_URL: service.baseUrl, HEADWATER_TOKEN: service.token },
    });
    expect(output).toBe("200 []\n");
  },
);

test("the table of scopes names every operation once", () => {
  const section =
    readFileSync(path, "utf8")
      .split(/^## /m)
      .find((each) => each.startsWith("Scopes")) ?? "";
  const named = [...section.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell]) =>
    [...(cell ?? "").matchAll(/`(\w+)`/g)].map(([, operation]) => operation),
  );
  expect(named.sort()).toEqual(Object.keys(scopeRules).sort());
});
