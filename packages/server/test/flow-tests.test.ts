import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects
type Body = any;

const node = (id: string, type: string, config: object, at: number) => ({
  ...{ id, type, position: { x: at * 300, y: 0 }, style: { width: 200, height: 80 } },
  data: { name: id, config },
});
const grafts = "How many young trees has Jonas Felk grafted?";
const kettles = "How fast does a copper kettle boil water?";
const questions = [
  { question: grafts, answer: "forty", sources: ["orchard.md"] },
  { question: kettles, sources: ["kettles.md"] },
  { question: "What is a kettle?" },
];
/** A flow that answers who asks, and beside that a test set over the same search. */
const graph = (files: string[], asked: object[] = questions) => {
  const edges = [
    "files rag",
    "rag response",
    "files tested",
    "asked tested",
    "tested judged",
    "asked judged",
  ];
  return {
    nodes: [
      node("files", "dataset", { files }, 0),
      node("asked", "testset", { questions: asked }, 0),
      node("rag", "smart-rag", { topK: 2 }, 1),
      node("tested", "smart-rag", { topK: 2 }, 1),
      node("judged", "evaluation", { needed: { recall: 0.9 } }, 2),
      node("response", "response", {}, 2),
    ],
    edges: edges.map((edge) => {
      const [source, target] = edge.split(" ");
      return { source, target };
    }),
  };
};

describe("tests of a flow", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer();
    await server.ingestAndWait("orchard.md", "# The orchard\n\nJonas Felk has grafted forty young trees.");
    await server.ingestAndWait("kettles.md", "# Kettles\n\nCopper kettles boil water in three minutes.");
    const whole = graph(["orchard.md", "kettles.md"]);
    await send("POST", "/create", { name: "support", graph: whole });
  });
  afterAll(() => server.close());

  const send = async (method: string, path: string, body?: object): Promise<Body> => {
    const reply = await server.fetch(`${server.baseUrl.replace(/\/sources$/, "")}/flows${path}`, {
      method,
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return reply.json();
  };
  const simulate = () => send("POST", "/support/simulate", { query: "wells" });
  const tests = () => send("GET", "/support/tests");

  it("says how the test set fared, case by case, against the tests before", async () => {
    expect(await tests()).toEqual({ runs: [], cases: [] });
    const { run_id } = await simulate();
    const first = await tests();
    expect(first.runs).toMatchObject([
      {
        run_id,
        tests: { questions: 3, judged: 2, passed: 2, measures: { recall: 1 }, needed: { recall: 0.9 } },
      },
    ]);
    expect(first.cases.map((each: Body) => [each.question, each.passes, each.passed_before])).toEqual([
      [grafts, true, null],
      [kettles, true, null],
      ["What is a kettle?", null, null],
    ]);
    expect(first.cases[0].expected).toEqual({ answer: "forty", sources: ["orchard.md"] });

    await send("PUT", "/support/graph", { graph: graph(["orchard.md"]) });
    const { run_id: second } = await simulate();
    const { runs, cases } = await tests();
    expect(runs.map((run: Body) => [run.run_id, run.tests.passed])).toEqual([
      [second, 1],
      [run_id, 2],
    ]);
    expect(cases[1]).toMatchObject({ passes: false, passed_before: true, green_run_id: run_id });
    expect(cases[0]).toMatchObject({ passes: true, passed_before: true, green_run_id: second });
    expect((await send("GET", "/support/runs")).runs[0].tests).toEqual(runs[0].tests);
  });

  it("lists the questions of a run with their passages, and one by its words", async () => {
    const [{ run_id }] = (await tests()).runs.slice(-1);
    const path = `/support/runs/${run_id}/cases`;
    const all = await send("GET", `${path}?page_size=2`);
    expect(all).toMatchObject({ total: 3, page: 1, page_size: 2, total_pages: 2 });
    expect(all.cases).toMatchObject([
      { question: grafts, passes: true, answer: null, measures: { recall: 1 } },
      { question: kettles, passes: true },
    ]);
    expect(all.cases[0].passages[0]).toMatchObject({ source: "orchard.md" });
    expect(all.cases[0].passages[0].content).toContain("forty young trees");
    const one = await send("GET", `${path}?question=${encodeURIComponent(kettles)}`);
    expect(one).toMatchObject({ total: 1, cases: [{ question: kettles }] });
    expect(await send("GET", `${path}?page_size=0`)).toMatchObject({
      detail: "page_size must be between 1 and 100",
    });
    expect(await send("GET", "/support/runs/x/cases")).toMatchObject({
      detail: "Run with id 'x' not found in flow 'support'",
    });
  });

  it("tests a revision when a test is replayed on it, and shows what a run answered", async () => {
    const { revision_id } = await send("POST", "/support/deploy");
    const { run_id } = await send("POST", "/support", { query: "grafted trees" });
    expect((await send("GET", `/support/runs/${run_id}`)).tests).toBeUndefined();
    const answered = await send("GET", `/support/runs/${run_id}/cases`);
    expect(answered).toMatchObject({ total: 1, cases: [{ question: "grafted trees", passes: null }] });
    expect(answered.cases[0].passages[0].source).toBe("orchard.md");
    const [{ run_id: tested }] = (await tests()).runs;
    const replayed = await send("POST", `/support/runs/${tested}/replay`, { revision: revision_id });
    expect(replayed).toMatchObject({ revision_id, tests: { judged: 2, passed: 1 } });
    expect((await tests()).runs[0].run_id).toBe(replayed.run_id);
  });

  it("agrees with the command line on the same test set", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-own-tests-"));
    const file = join(folder, "own.yaml");
    await writeFile(file, "flow: support\n");
    const environment = {
      HEADWATER_URL: server.baseUrl.replace(/\/sources$/, ""),
      HEADWATER_TOKEN: server.token,
    };
    const command = (...args: string[]) => runCommand(["flow", ...args], folder, environment);
    const evaluated = await command("eval", file, "--json");
    const [latest] = (await tests()).runs;
    const rows: Body[] = JSON.parse(evaluated.stdout);
    const means = Object.fromEntries(rows.map(({ metric, mean }) => [metric, mean]));
    expect(means).toEqual(latest.tests.measures);
    expect(rows.find(({ metric }) => metric === "recall")).toMatchObject({ needed: 0.9, fails: true });
    expect(evaluated.code).toBe(1);
    const tested = await command("test", file);
    const { cases } = await tests();
    const failing = cases.filter(({ passes }: Body) => passes === false);
    expect(failing.map(({ question }: Body) => question)).toEqual([kettles]);
    expect(tested.stdout).toMatch(/FAILS +\d\.\d\d s +How fast does a copper kettle/);
    expect([tested.stdout.includes("1 of 2 pass."), tested.code]).toEqual([true, 1]);
    await rm(folder, { recursive: true });
  });

  it("forgets what was drawn from a source that is deleted", async () => {
    const sources = await server.call<Body>("GET", "/");
    const { file_id } = sources.body.find(({ file_name }: Body) => file_name === "orchard.md");
    await server.call("DELETE", "/delete", { file_id });
    expect(await tests()).toEqual({ runs: [], cases: [] });
  });
});
