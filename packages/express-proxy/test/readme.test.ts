import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readSnippets, runSnippet } from "../../../scripts/testing/readme-snippets.ts";
import { optionDefaults, optionNames } from "../../proxy-core/testing/option-rows.ts";
import type { TestServer } from "../../server/testing/start-server.ts";
import { startServerProcess } from "../../server/testing/start-server-process.ts";

const path = fileURLToPath(new URL("../README.md", import.meta.url));
const readme = readFileSync(path, "utf8");
const documented = Object.fromEntries(
  [...readme.matchAll(/^\| `([\w.]+)` +\| (.+?) +\|/gm)].map(([, name = "", value = ""]) => [name, value]),
);

describe("the README", () => {
  let service: TestServer;
  beforeAll(async () => {
    service = await startServerProcess();
  });
  afterAll(() => service.close());

  it("lists every option, and no other", () => {
    expect(Object.keys(documented).sort()).toEqual(optionNames().sort());
  });

  it("gives the defaults of the code", () => {
    expect(documented).toMatchObject(optionDefaults());
    const required = Object.keys(documented).filter((name) => documented[name] === "required");
    expect(required).toEqual(["baseUrl", "token", "authorize"]);
  });

  it("starts quickly: ten lines", () => {
    const [first] = readSnippets(path);
    expect(first?.code.trimEnd().split("\n").length).toBeLessThanOrEqual(10);
  });

  const asked: [headers: Record<string, string>, status: number][] = [
    [{ cookie: "session=1" }, 200],
    [{ cookie: "user=ada" }, 200],
    [{ host: "acme.example.com" }, 200],
  ];
  it.each(readSnippets(path).map((snippet, index) => ({ snippet, place: snippet.place, index })))(
    "$place lets pass whom it says, and nobody else",
    async ({ snippet, index }) => {
      const [headers, status] = asked[index] ?? [{}, 0];
      // Here the application calls itself and ends. A reader's application would keep listening.
      const code = snippet.code.replace(
        /app\.listen\(.*\);/,
        `const server = app.listen(0, async () => {
          const { request } = await import("node:http");
          const statusOf = (headers: Record<string, string>) => new Promise((resolve, reject) =>
            request({ port: (server.address() as { port: number }).port, path: "/api/documents", headers, agent: false }, (answer) => {
              answer.resume().on("end", () => resolve(answer.statusCode));
            }).on("error", reject).end());
          console.log(await statusOf(${JSON.stringify(headers)}), await statusOf({}));
          server.close();
        });`,
      );
      const { output } = await runSnippet(
        { ...snippet, code },
        { env: { HEADWATER_URL: service.baseUrl, HEADWATER_TOKEN: service.token } },
      );
      // The process ends by itself although connections to the service are open.
      expect(output).toMatch(new RegExp(`^(documents proxy: authorize .*\n)?${status} (401|403)\n$`));
    },
  );
});
