import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { fakeToken, startFakeFlowService } from "../../../testing/fake-flow-service.ts";
import { createProgram } from "../program.ts";

const revision = "3f0c2a52-8d5e-4f57-9a6e-0d7b6c1f2e3a";
const file = `name: support
# The team's only flow.
nodes:
  manuals: { type: dataset, config: { files: [warranty.pdf] } }
  found:
    type: smart-rag
    from: manuals
    config:
      topK: 5 # enough
  response: { type: response, from: found }
`;
const times = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:00:00Z" };

let folder: string;
let service: Awaited<ReturnType<typeof startFakeFlowService>>;
/** The flow that the service has; undefined before it is made. */
let stored: { name: string; description: string | null; graph: unknown; version: number } | undefined;
/** What it answers with. */
let items = [{ content: "The warranty lasts two years.", source: "warranty.pdf", score: 0.9 }];

const detail = () => ({ ...stored, status: "New", url: null, revision_id: null, ...times });
const unknown = { status: 404, body: { detail: "Flow not found" } };

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-flow-"));
  await writeFile(join(folder, "support.yaml"), file);
  stored = undefined;
  items = [{ content: "The warranty lasts two years.", source: "warranty.pdf", score: 0.9 }];
  service = await startFakeFlowService({
    getFlow: () => (stored ? { body: detail() } : unknown),
    createFlow({ body }) {
      stored = { description: null, version: 1, ...(body as { name: string; graph: unknown }) };
      return { body: detail() };
    },
    replaceFlow({ body, headers }) {
      if (headers["if-match"] !== `"${stored?.version}"`)
        return { status: 412, body: { detail: "The flow was changed meanwhile: read it again" } };
      stored = {
        ...(stored as NonNullable<typeof stored>),
        ...(body as object),
        version: (stored?.version ?? 0) + 1,
      };
      return { body: detail() };
    },
    listFlows: () => ({
      body: {
        flows: stored ? [{ name: stored.name, description: null, status: "New", url: null }] : [],
        total: stored ? 1 : 0,
      },
    }),
    deployFlow: ({ flow }) => ({
      body: {
        success: true,
        message: `Flow '${flow}' deployed successfully`,
        revision_id: revision,
        status: "Deployed",
        warnings: ["Node 'llm' has no model"],
      },
    }),
    rollbackFlow: ({ body }) => ({
      body: {
        success: true,
        message: "Flow 'support' deployed successfully",
        revision_id: (body as { revision_id: string }).revision_id,
        status: "Deployed",
        warnings: [],
      },
    }),
    listRevisions: () => ({
      body: {
        revisions: [
          {
            revision_id: revision,
            number: 7,
            created_at: times.created_at,
            tool_description: null,
            deployed: true,
          },
        ],
        total: 1,
      },
    }),
    simulateFlow: () => ({
      body: {
        items: items.map(({ content, source, score }, index) => ({
          id: String(index),
          content,
          metadata: { source, score },
        })),
        ...{ total: items.length, page: 1, page_size: 10, total_pages: 1 },
      },
    }),
    runFlow: () => ({
      body: {
        items: items.map(({ content, source, score }) => ({
          page_content: content,
          metadata: { source, relevance_score: score, page: 3 },
        })),
        ...{ total: items.length, page: 1, page_size: 10, total_pages: 1 },
      },
    }),
    getNodeResults: ({ body }) => {
      const isJudge = (body as { node_id: string }).node_id === "evaluation";
      const results = isJudge
        ? [{ id: "1", content: "", metadata: { question: "How long?", faithfulness: 0.5, recall: 0.1 } }]
        : items.map(({ content, source }, index) => ({ id: String(index), content, metadata: { source } }));
      return {
        body: {
          success: true,
          message: "",
          items: results,
          total: 1,
          page: 1,
          page_size: 100,
          total_pages: 1,
        },
      };
    },
    explainFlow: () => {
      const cost = { files: 2, chunks: 40, model_calls: 0, tokens: 0 };
      return {
        body: {
          nodes: [{ node_id: "found", type: "smart-rag", runs: true, why: "2 of 200 files changed", cost }],
          cost,
        },
      };
    },
  });
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

/** Types a command line; answers what it printed and its exit code. */
const run = (...args: string[]) => runWith({}, ...args);

/** The same with other settings. */
async function runWith(
  settings: Record<string, string>,
  ...args: string[]
): Promise<{ output: string; code: number }> {
  let output = "";
  const stdout = new Writable({
    write(part, _encoding, done) {
      output += part;
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  const environment = {
    ...{ HEADWATER_URL: service.url, HEADWATER_TOKEN: fakeToken, HEADWATER_DATA: folder },
    ...settings,
  };
  const program = createProgram({ environment, stdout });
  try {
    await program.parseAsync([
      "node",
      "headwater",
      "flow",
      ...args.map((arg) => arg.replace("@", `${folder}/`)),
    ]);
    return { output, code: Number(process.exitCode ?? 0) };
  } catch (error) {
    return {
      output: output + (error as Error).message,
      code: (error as { exitCode?: number }).exitCode ?? 1,
    };
  } finally {
    process.exitCode = 0;
  }
}
const sent = () => service.calls.map(({ operation }) => operation);
const pushed = async () => {
  await run("push", "@support.yaml", "--yes");
  service.calls.length = 0;
};

describe("a file and the service", () => {
  test("a push makes the flow, the next one changes what changed, and one without a change sends nothing", async () => {
    expect((await run("push", "@support.yaml", "--yes")).output).toContain("Flow 'support' created.");
    expect(sent()).toEqual(["getFlow", "createFlow"]);
    await writeFile(join(folder, "support.yaml"), file.replace("topK: 5", "topK: 8"));
    const { output } = await run("push", "@support.yaml", "--yes");
    expect(output).toBe(
      "~ nodes[found].config.topK: 5 → 8\nDraft replaced: version 2. Publish it with: headwater flow deploy support\n",
    );
    expect(await run("push", "@support.yaml")).toEqual({
      output: "Flow 'support' is up to date.\n",
      code: 0,
    });
  });

  test("nothing is sent when nobody said yes", async () => {
    const { output, code } = await run("push", "@support.yaml");
    expect(output).toContain("+ nodes[found]: ");
    expect(output).toContain("+ edges[manuals → found]\n");
    expect([output.includes("Add --yes"), code]).toEqual([true, 2]);
    expect(sent()).toEqual(["getFlow"]);
  });

  test("a draft that changed meanwhile is not overwritten", async () => {
    await pushed();
    await writeFile(join(folder, "support.yaml"), file.replace("topK: 5", "topK: 8"));
    const { getFlow } = service.handlers;
    service.handlers.getFlow = (call) => {
      const answer = getFlow?.(call) ?? unknown;
      if (stored) stored = { ...stored, version: stored.version + 1 };
      return answer;
    };
    expect(await run("push", "@support.yaml", "--yes")).toEqual({
      output: "~ nodes[found].config.topK: 5 → 8\nThe flow was changed meanwhile: read it again",
      code: 1,
    });
  });

  test("a pull writes a file, keeps its comments later, and does not touch another flow's file", async () => {
    await pushed();
    expect((await run("pull", "support", "@new.yaml")).output).toContain("new.yaml written: 3 nodes.");
    expect(await readFile(join(folder, "new.yaml"), "utf8")).toContain("topK: 5\n");
    expect((await run("pull", "support", "@support.yaml")).output).toContain("is up to date.");
    await writeFile(join(folder, "other.yaml"), file.replace("topK: 5", "topK: 9"));
    await run("push", "@other.yaml", "--yes");
    expect((await run("pull", "support", "@support.yaml")).output).toContain("brought up to date.");
    expect(await readFile(join(folder, "support.yaml"), "utf8")).toBe(file.replace("topK: 5", "topK: 9"));
    await writeFile(join(folder, "other.yaml"), "name: another\nnodes: {}\n");
    const refused = await run("pull", "support", "@other.yaml");
    expect([refused.output.includes("holds the flow another"), refused.code]).toEqual([true, 2]);
  });

  test("a module defines the same flow as its file; a pull writes files alone", async () => {
    await pushed();
    const code = `import { defineFlow } from "${import.meta.resolve("@headwater/client/flows")}";
      export default defineFlow("support", (flow) => {
        const manuals = flow.dataset({ files: ["warranty.pdf"] }, { id: "manuals" });
        flow.response(flow.smartRag(manuals, { topK: 5 }, { id: "found" }));
      });`;
    await writeFile(join(folder, "support.mjs"), code);
    expect(await run("diff", "@support.mjs")).toEqual({ output: "No difference.\n", code: 0 });
    expect(await run("pull", "support", "@support.mjs")).toMatchObject({
      output: expect.stringContaining("Name a file of YAML: support.flow.yaml"),
      code: 2,
    });
    expect(await readFile(join(folder, "support.mjs"), "utf8")).toBe(code);
    await run("pull", "support", "@support.json");
    expect(JSON.parse(await readFile(join(folder, "support.json"), "utf8"))).toMatchObject({
      name: "support",
    });
    expect(await run("diff", "@support.json")).toEqual({ output: "No difference.\n", code: 0 });
  });

  test("a diff exits with 1 and names what is different", async () => {
    await pushed();
    await writeFile(join(folder, "support.yaml"), file.replace("topK: 5", "topK: 8"));
    expect(await run("diff", "@support.yaml")).toEqual({
      output: "~ nodes[found].config.topK: 5 → 8\n",
      code: 1,
    });
    expect(sent()).toEqual(["getFlow"]);
  });

  test("a diff that can't be made exits with 2: an unknown flow, a wrong token, another project's, no service", async () => {
    await pushed();
    service.handlers.diffFlow = () => unknown;
    expect((await run("diff", "nosuch")).code).toBe(2);
    expect((await runWith({ HEADWATER_TOKEN: "wrong-0123456789" }, "diff", "@support.yaml")).code).toBe(2);
    expect((await runWith({ HEADWATER_URL: "http://127.0.0.1:9" }, "diff", "support")).code).toBe(2);
    service.handlers.getFlow = () => ({ status: 403, body: { detail: "Permission denied" } });
    expect((await run("diff", "@support.yaml")).code).toBe(2);
  });

  test("a file in UTF-16 is read, and one that is not text is named; commands that are printed quote its path", async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(file, "utf16le")]);
    await writeFile(join(folder, "my flow.yaml"), utf16);
    expect((await run("diff", "@my flow.yaml")).output).toContain(
      `headwater flow push '${join(folder, "my flow.yaml")}'`,
    );
    expect((await run("push", "@my flow.yaml", "--yes")).output).toContain("Flow 'support' created.");
    expect((await run("diff", "@my flow.yaml")).output).toBe("No difference.\n");
    await writeFile(join(folder, "bare.yaml"), Buffer.from(file, "utf16le"));
    const bare = await run("diff", "@bare.yaml");
    expect([bare.code, bare.output]).toEqual([
      2,
      expect.stringMatching(/bare\.yaml has NUL characters: it may/),
    ]);
    await writeFile(join(folder, "latin.yaml"), Buffer.from("name: caf\u00e9", "latin1"));
    expect((await run("diff", "@latin.yaml")).output).toMatch(/latin\.yaml is not text in UTF-8/);
  });

  test("a push warns of a node that gets nothing, and sends it: a draft may be unfinished", async () => {
    await writeFile(join(folder, "support.yaml"), file.replace("from: manuals", "from: []"));
    const { output, code } = await run("push", "@support.yaml", "--yes");
    expect(output).toMatch(
      /Warning: \S+support\.yaml: nodes\.found gets nothing from a dataset, so the flow can't answer\. Join one of these to it: dataset/,
    );
    expect([code, sent()]).toEqual([0, ["getFlow", "createFlow"]]);
  });

  test("where nodes stand on the canvas is no difference, and is pushed", async () => {
    await pushed();
    const moved = file.replace("      topK: 5 # enough", "      topK: 5\n    position: { x: 9, y: 9 }");
    await writeFile(join(folder, "support.yaml"), moved);
    expect(await run("diff", "@support.yaml")).toEqual({ output: "No difference.\n", code: 0 });
    expect((await run("push", "@support.yaml", "--yes")).output).toContain(
      "1 node stands elsewhere on the canvas.\nDraft replaced: version 2.",
    );
    expect((await run("push", "@support.yaml")).output).toBe("Flow 'support' is up to date.\n");
  });

  test("a push says that another project has the name", async () => {
    service.handlers.getFlow = () => ({ status: 403, body: { detail: "Permission denied" } });
    const { output, code } = await run("push", "@support.yaml", "--yes");
    expect(output).toContain("Flow name 'support' is taken by another project");
    expect([code, sent()]).toEqual([1, ["getFlow"]]);
  });

  test("a slip of the pen in a file is refused before anything is sent", async () => {
    await writeFile(join(folder, "support.yaml"), file.replace("topK", "topk"));
    const { output, code } = await run("push", "@support.yaml", "--yes");
    expect(output).toMatch(
      /support\.yaml:9:7: nodes\.found\.config\.topk is not a field of smart-rag\. Did you mean topK\?$/,
    );
    expect([code, sent()]).toEqual([2, []]);
  });
});

describe("a flow of the service", () => {
  test("is listed, deployed, rolled back by number, run and explained", async () => {
    expect((await run("list")).output).toContain("There is no flow yet.");
    await pushed();
    expect((await run("list")).output).toMatch(/^NAME +STATUS +ADDRESS +DESCRIPTION\nsupport +New\n$/);
    expect((await run("deploy", "support", "-d", "Answers")).output).toBe(
      `Flow 'support' deployed successfully, revision ${revision}\n  Warning: Node 'llm' has no model\n`,
    );
    expect((await run("revisions", "support")).output).toContain("7       answers");
    await run("rollback", "support", "7");
    expect(service.calls.at(-1)).toMatchObject({
      operation: "rollbackFlow",
      body: { revision_id: revision },
    });
    expect((await run("rollback", "support", "8")).output).toContain("'support' has no revision 8.");
    expect((await run("run", "support", "How long?", "-r", "7")).output).toBe(
      "1. warranty.pdf, page 3, score 0.90\n   The warranty lasts two years.\n",
    );
    expect(service.calls.at(-1)?.body).toEqual({ query: "How long?", revision });
    expect((await run("simulate", "support", "How long?")).output).toContain("two years");
    expect((await run("explain", "support")).output).toMatch(
      /^found +runs +2 of 200 files changed +2 +40 +0 +0$/m,
    );
  });

  test("tells what its runs did, and replays one on a revision by its number", async () => {
    for (const operation of ["listRuns", "getRun", "replayRun"]) {
      const file = new URL(`../../../../../spec/examples/${operation}.200.json`, import.meta.url);
      const body = JSON.parse(await readFile(file, "utf8"));
      service.handlers[operation] = () => ({ body });
    }
    expect((await run("runs", "support")).output).toMatch(/^STARTED +KIND +STATE +TIME +ID +QUERY\n/);
    expect((await run("trace", "support", "r1")).output).toMatch(
      /^NODE +STATE +WHY +TIME +IN +OUT +TOKENS$/m,
    );
    expect((await run("replay", "support", "r1", "-r", "7")).code).toBe(0);
    expect(service.calls.at(-1)).toMatchObject({ operation: "replayRun", body: { revision } });
  });

  test("that is not there is told in the service's words", async () => {
    expect(await run("undeploy", "nothing")).toEqual({
      output: "Flow with name 'nothing' not found",
      code: 1,
    });
  });
});

describe("tests of a flow", () => {
  const cases = `flow: support
cases:
  - name: the length
    query: How long?
    expect:
      contains: Two  Years
      source: warranty.pdf
      minScore: 0.5
      nodes:
        found: { minItems: 1 }
      golden: found
  - query: Who pays?
`;
  beforeEach(async () => {
    await pushed();
    await writeFile(join(folder, "support.test.yaml"), cases);
  });

  test("pass, then fail with the diff against the last green run, also for the CI server", async () => {
    const green = await run("test", "@support.test.yaml");
    expect(green.output).toContain("2 of 2 pass.");
    expect(green.code).toBe(0);
    items = [{ content: "The <warranty> lasts one year.", source: "bulletin.pdf", score: 0.2 }];
    const red = await run("test", "@support.test.yaml", "--junit", "@report.xml");
    expect(red.code).toBe(1);
    expect(red.output).toMatch(/FAILS +\d\.\d\d s +the length\n/);
    for (const line of [
      '  no item contains "Two  Years"',
      "  no item from warranty.pdf",
      "  the best score is 0.200, not 0.5 or more",
      "  found gives something else than accepted:",
      "  Against the last green run:\n    - warranty.pdf: The warranty lasts two years.\n    + bulletin.pdf: The <warranty> lasts one year.",
      "1 of 2 pass.",
    ])
      expect(red.output).toContain(line);
    const report = await readFile(join(folder, "report.xml"), "utf8");
    expect(report).toContain('<testsuites tests="2" failures="1" errors="0">');
    expect(report).toContain("The &lt;warranty&gt; lasts one year.");
  });

  test("take what golden nodes give now with --update", async () => {
    await run("test", "@support.test.yaml");
    items = [{ content: "Two years, in full.", source: "warranty.pdf", score: 0.9 }];
    expect((await run("test", "@support.test.yaml")).code).toBe(1);
    expect((await run("test", "@support.test.yaml", "--update")).code).toBe(0);
    expect((await run("test", "@support.test.yaml")).code).toBe(0);
  });

  test("of the flow itself are judged by the service, against the last run in which they passed", async () => {
    await writeFile(join(folder, "own.yaml"), "flow: support\n");
    const [run_id, green] = ["run-2", "run-1"];
    const about = { kind: "simulation", revision_id: null, query: "evaluation", state: "done", error: null };
    const tests = { questions: 2, judged: 2, passed: 1, measures: {}, needed: {} };
    const asked = { expected: {}, measures: {}, passed_before: true };
    const page = { page: 1, page_size: 10, total_pages: 1 };
    const listed = service.handlers.simulateFlow;
    service.handlers.simulateFlow = () => ({
      body: { items: [], total: 0, ...page, total_pages: 0, run_id },
    });
    service.handlers.getTests = () => ({
      body: {
        runs: [{ run_id, ...about, started_at: times.created_at, elapsed_s: 1, tests }],
        cases: [
          { question: "How long?", passes: false, green_run_id: green, ...asked },
          { question: "Who pays?", passes: true, green_run_id: run_id, ...asked },
        ],
      },
    });
    service.handlers.listRunCases = ({ path }) => {
      const content = path.run_id === green ? "Two years." : "One year.";
      const passages = [{ id: "1", content, source: "warranty.pdf", page: 3, score: 0.5 }];
      const one = { question: "How long?", expected: {}, passes: null, measures: {}, answer: null, passages };
      return { body: { cases: [one], total: 1, ...page } };
    };
    const { output, code } = await run("test", "@own.yaml", "--junit", "@own.xml");
    expect(code).toBe(1);
    expect(output).toMatch(/FAILS +0\.50 s +How long\?\n/);
    expect(output).toContain("- warranty.pdf p. 3: Two years.\n    + warranty.pdf p. 3: One year.");
    expect(output).toContain("1 of 2 pass.");
    expect(await readFile(join(folder, "own.xml"), "utf8")).toContain('tests="2" failures="1"');
    service.handlers.getTests = () => ({ body: { runs: [], cases: [] } });
    const none = await run("test", "@own.yaml");
    expect([none.code, none.output]).toEqual([2, expect.stringContaining("no test set")]);
    if (listed) service.handlers.simulateFlow = listed;
  });

  test("that can't be tried exit with 2", async () => {
    await writeFile(join(folder, "bad.yaml"), cases.replace("contains", "contain"));
    const bad = await run("test", "@bad.yaml");
    expect([bad.output, bad.code]).toEqual([
      expect.stringContaining("bad.yaml:6:7: cases.0.expect.contain is not a field. Did you mean contains?"),
      2,
    ]);
    expect((await run("test", "@missing.yaml")).code).toBe(2);
    const wrong = { HEADWATER_TOKEN: "wrong-0123456789" };
    expect((await runWith(wrong, "test", "@support.test.yaml")).code).toBe(2);
    const { simulateFlow } = service.handlers;
    const answering = async (status: number) => {
      service.handlers.simulateFlow = () => ({ status, body: { detail: "It is said why" } });
      return (await run("test", "@support.test.yaml")).code;
    };
    // Another project's, an unknown one, and a service that is busy or stops; a draft that does not run is a failure.
    expect([await answering(403), await answering(404), await answering(429), await answering(503)]).toEqual([
      2, 2, 2, 2,
    ]);
    expect([await answering(500), await answering(400)]).toEqual([1, 1]);
    await writeFile(join(folder, "own.yaml"), "flow: support\n");
    expect((await run("test", "@own.yaml")).code).toBe(1);
    if (simulateFlow) service.handlers.simulateFlow = simulateFlow;
    await writeFile(join(folder, "broken.mjs"), "export default defineFlow(");
    expect((await run("diff", "@broken.mjs")).code).toBe(2);
    await service.close();
    expect((await run("test", "@support.test.yaml")).code).toBe(2);
    service = await startFakeFlowService({});
  });

  test("are measured, and fail under a figure", async () => {
    const judged = file.replace(
      "  response:",
      "  evaluation: { type: evaluation, from: found }\n  response:",
    );
    await writeFile(join(folder, "support.yaml"), judged);
    await run("push", "@support.yaml", "--yes");
    items.push({ content: "Something else.", source: "bulletin.pdf", score: 0.1 });
    const all = await run(
      "eval",
      "@support.test.yaml",
      "--fail-under",
      "recall=1",
      "faithfulness=0.9",
      "relevance=0.1",
    );
    expect(all.code).toBe(1);
    expect(all.output).toMatch(/^precision +0\.500 +1$/m);
    expect(all.output).toMatch(/^recall +1\.000 +1 +1$/m);
    expect(all.output).toMatch(/^ndcg +1\.000 +1$/m);
    expect(all.output).toMatch(/^faithfulness +0\.500 +0\.9 +1 +FAILS$/m);
    expect(all.output).toMatch(/^relevance +not measured +0\.1 +0 +FAILS$/m);
    expect((await run("eval", "@support.test.yaml", "--fail-under", "recall=1")).code).toBe(0);
    // What the flow says is needed holds when the command says nothing.
    await writeFile(
      join(folder, "support.yaml"),
      judged.replace("type: evaluation,", "type: evaluation, config: { needed: { faithfulness: 0.9 } },"),
    );
    await run("push", "@support.yaml", "--yes");
    expect((await run("eval", "@support.test.yaml")).output).toMatch(
      /^faithfulness +0\.500 +0\.9 +1 +FAILS$/m,
    );
    expect((await run("eval", "@support.test.yaml", "--fail-under", "recall=1")).code).toBe(0);
    // Without cases the flow's own test set is judged, all pages of it.
    await writeFile(join(folder, "own.yaml"), "flow: support\n");
    service.handlers.getNodeResults = ({ body }) => {
      const { page } = body as { page: number };
      const metadata = { question: String(page), recall: page === 1 ? 1 : 0 };
      const paging = { total: 2, page, page_size: 100, total_pages: 2 };
      return { body: { success: true, message: "", items: [{ id: "1", content: "", metadata }], ...paging } };
    };
    expect((await run("eval", "@own.yaml")).output).toMatch(/^recall +0\.500 +2$/m);
    expect((await run("eval", "@support.test.yaml", "--fail-under", "recal=1")).code).toBe(2);
  });
});
