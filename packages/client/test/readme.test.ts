import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as flows from "../src/flows/index.ts";
import * as client from "../src/index.ts";

const text = (relative: string) => readFileSync(new URL(relative, import.meta.url), "utf8");
const readme = text("../README.md");

/** Reads the defaults from the option tables below a heading. */
const documented = (heading: string) => {
  const section = readme.split(/^## /m).find((each) => each.startsWith(heading)) ?? "";
  return Object.fromEntries(
    [...section.matchAll(/^\| `(\w+)`[^|]*\| +(\d+) +\|/gm)].map(([, name, value]) => [name, Number(value)]),
  );
};

/** Reads the defaults from the code: `name = 1_000`, or `?? 1_000` after the option. */
const coded = (file: string, ...names: string[]) =>
  Object.fromEntries(
    names.map((name) => {
      const value = new RegExp(`${name} (?:=|\\?\\?) ([\\d_]+)`).exec(text(`../src/${file}`))?.[1];
      return [name, Number(value?.replaceAll("_", ""))];
    }),
  );

describe("the README", () => {
  it("gives the defaults of the code", () => {
    expect(documented("Calls")).toEqual(coded("transport/surface-client.ts", "timeoutMs", "maxRetries"));
    expect(documented("Waiting")).toEqual(
      coded("builds/wait-for-build.ts", "intervalMs", "maxIntervalMs", "timeoutMs", "graceMs"),
    );
    expect(documented("Answers")).toEqual(coded("streams/read-limits.ts", "idleTimeoutMs", "maxBytes"));
    expect(documented("Uploading")).toEqual({
      timeoutMs: coded("ingest/ingest-file.ts", "uploadTimeoutMs").uploadTimeoutMs,
    });
  });

  it("imports only what there is", () => {
    const imported = [...readme.matchAll(/import \{ ([^}]+) \} from "@headwater\/client"/g)].flatMap(
      ([, names]) => (names ?? "").split(", ").filter((name) => !name.startsWith("type ")),
    );
    expect(imported.length).toBeGreaterThan(5);
    for (const name of imported) expect(client).toHaveProperty(name);
  });

  it("defines a flow as it says", () => {
    const code = /```ts no-run\n((?:(?!```).)*defineFlow\(.*?)```/s.exec(readme)?.[1] ?? "";
    const body = /defineFlow\("support", \(flow\) => \{.*?^\}\)/ms.exec(code)?.[0];
    const { graph } = new Function("defineFlow", `return ${body}`)(flows.defineFlow) as flows.FlowDefinition;
    expect(graph.nodes.map(({ id }) => id)).toEqual([
      ...["dataset", "smart-rag", "who-does-what", "reranking", "response"],
    ]);
    expect(graph.edges).toHaveLength(5);
  });
});
