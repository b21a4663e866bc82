import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import type { Observation } from "../../kernel/observe.ts";
import { createMetrics } from "./create-metrics.ts";
import type { ServiceState } from "./state-gauges.ts";

const now = new Date("2026-01-01T00:01:00Z");
const state: ServiceState = {
  version: "1.2.3",
  database: async () => ({
    builds: [
      { state: "Pending", lane: "quick", count: 2, oldest: new Date("2026-01-01T00:00:00Z") },
      { state: "Processing", lane: "heavy", count: 0, oldest: null },
    ],
    sources: 3,
    originalBytes: 1000,
    databaseBytes: 4096,
  }),
  missingIn: { words: () => 0, vectors: async () => 5 },
  freeBytes: async () => 9,
  now: () => now,
};

const oneOfEach: Observation[] = [
  { kind: "request", operation: "askSources", status: 200, seconds: 0.2 },
  { kind: "refusal", limit: "operation-queue" },
  { kind: "build", result: "Completed" },
  { kind: "reading", format: "pdf", method: "fast", result: "read", pages: 3, seconds: 1 },
  { kind: "stage", work: "ask", stage: "retrieving", seconds: 0.1 },
  { kind: "model", purpose: "language", result: "answered", seconds: 2, tokensIn: 10, tokensOut: 4 },
  { kind: "lookup", cache: "read-documents", found: true },
];

async function exposed(over: Partial<ServiceState> = {}): Promise<string> {
  const metrics = createMetrics({ ...state, ...over });
  for (const observation of oneOfEach) metrics.observe(observation);
  return metrics.text();
}

it("counts every kind of observation under its labels", async () => {
  const text = await exposed();
  for (const line of [
    'headwater_http_request_duration_seconds_count{operation="askSources",status="2xx"} 1',
    'headwater_refusals_total{limit="operation-queue"} 1',
    'headwater_builds_ended_total{result="Completed"} 1',
    'headwater_reading_duration_seconds_sum{format="pdf",method="fast",result="read"} 1',
    'headwater_pages_read_total{format="pdf",method="fast"} 3',
    'headwater_stage_duration_seconds_count{work="ask",stage="retrieving"} 1',
    'headwater_model_call_duration_seconds_count{purpose="language",result="answered"} 1',
    'headwater_model_tokens_total{purpose="language",direction="in"} 10',
    'headwater_model_tokens_total{purpose="language",direction="out"} 4',
    'headwater_cache_lookups_total{cache="read-documents",result="hit"} 1',
    'headwater_cache_lookups_total{cache="question-vectors",result="hit"} 0',
    'headwater_refusals_total{limit="storage"} 0',
  ])
    expect(text.split("\n")).toContain(line);
});

it("asks at each scrape what waits, how long, what the indexes lack and what is stored", async () => {
  const lines = (await exposed()).split("\n");
  for (const line of [
    'headwater_build_info{version="1.2.3"} 1',
    'headwater_builds_open{state="Pending",lane="quick"} 2',
    'headwater_builds_oldest_age_seconds{state="Pending",lane="quick"} 60',
    'headwater_builds_oldest_age_seconds{state="Processing",lane="heavy"} 0',
    "headwater_sources 3",
    'headwater_index_missing_versions{index="words"} 0',
    'headwater_index_missing_versions{index="vectors"} 5',
    'headwater_storage_bytes{content="originals"} 1000',
    'headwater_storage_bytes{content="database"} 4096',
    "headwater_storage_free_bytes 9",
  ])
    expect(lines).toContain(line);
});

it("leaves out what the database can't tell while it is down, and asks again at the next scrape", async () => {
  let down = true;
  const metrics = createMetrics({
    ...state,
    database: () => (down ? Promise.reject(new Error("down")) : state.database()),
  });
  const without = await metrics.text();
  expect(without).not.toMatch(/^headwater_(builds_open|sources|storage_bytes)[ {]/m);
  expect(without).toMatch(/^headwater_storage_free_bytes 9$/m);
  down = false;
  expect(await metrics.text()).toMatch(/^headwater_sources 3$/m);
});

it("names every metric by the rules of Prometheus", async () => {
  const text = await exposed();
  const families = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => ({
    name,
    type,
  }));
  expect(families.length).toBeGreaterThan(40);
  for (const { name, type } of families) {
    expect(name).toMatch(/^headwater_[a-z][a-z0-9_]*$/);
    expect(`${name} is a ${type}`).toMatch(
      type === "counter" ? /_total is/ : /^(?!.*_(total|count|sum|bucket) is)/,
    );
    if (type === "histogram") expect(name).toMatch(/_(seconds|bytes)$/);
  }
});

needs("promtool")("promtool", () => {
  it("finds nothing to mend", async () => {
    const { status, stderr, stdout } = spawnSync("promtool", ["check", "metrics"], {
      input: await exposed(),
      encoding: "utf8",
    });
    expect(`${stdout}${stderr}`).toBe("");
    expect(status).toBe(0);
  });
});
