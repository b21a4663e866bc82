import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { needs } from "../../../scripts/testing/needs.ts";
import { createMetrics } from "../src/adapters/prometheus/create-metrics.ts";

const atRoot = (path: string) => new URL(`../../../${path}`, import.meta.url);
const read = (path: string) => readFileSync(atRoot(path), "utf8");

const metrics = createMetrics({
  version: "0",
  database: async () => ({ builds: [], sources: 0, originalBytes: 0, databaseBytes: 0 }),
  missingIn: { words: () => 0, vectors: () => 0 },
  freeBytes: async () => 0,
  now: () => new Date(0),
});
const families = new Map(
  [...(await metrics.text()).matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [
    name,
    type,
  ]),
);
const ours = [...families.keys()].filter((name) => !/^headwater_(process|nodejs)_/.test(name));

/** Names in an expression that no family of the service has. */
const unknownIn = (expression: string): string[] =>
  (expression.match(/headwater_[a-z0-9_]+/g) ?? []).filter(
    (name) => !families.has(name) && families.get(name.replace(/_(bucket|sum|count)$/, "")) !== "histogram",
  );

it("docs/operations.md lists every metric of ours, and none that is not there", () => {
  const listed = [...read("docs/operations.md").matchAll(/^\| `(headwater_\w+)` \|/gm)].map(
    ([, name]) => name,
  );
  expect(listed.sort()).toEqual(ours.sort());
});

it("alert rules and board name only metrics that exist, and every metric of ours is on the board", () => {
  const { groups } = parse(read("deploy/prometheus/alerts.yaml")) as {
    groups: { rules: { expr: string }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules.map(({ expr }) => expr));
  const board = JSON.parse(read("deploy/grafana/headwater.json")) as {
    panels: { targets: { expr: string }[] }[];
  };
  const shown = board.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr));
  expect([...rules, ...shown].flatMap(unknownIn)).toEqual([]);
  expect(ours.filter((name) => !shown.join("\n").includes(name))).toEqual([]);
});

it("every alert has cases", () => {
  const alerts = [...read("deploy/prometheus/alerts.yaml").matchAll(/- alert: (\w+)/g)].map(
    ([, name]) => name,
  );
  const cases = read("deploy/prometheus/alerts.test.yaml");
  expect(alerts.filter((name) => !cases.includes(`- name: ${name} is silent`))).toEqual([]);
});

needs("promtool")("promtool", () => {
  it("finds that the alerts fire when they should", () => {
    const { status, stdout, stderr } = spawnSync("promtool", ["test", "rules", "alerts.test.yaml"], {
      cwd: atRoot("deploy/prometheus/"),
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toMatch(/SUCCESS/);
    expect(status).toBe(0);
  });
});
