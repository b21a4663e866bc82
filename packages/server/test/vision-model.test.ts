import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createPage, pdfFile } from "../testing/documents/pdf-file.ts";
import { type ChatRequest, textOf } from "../testing/model-server/chat.ts";
import { type ModelServer, startModelServer } from "../testing/model-server/start-model-server.ts";
import { runCommand } from "../testing/run-command.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const key = "sk-very-secret-0123456789";

const page = (line: string) => {
  const made = createPage();
  made.text(72, 700, 12, "Times-Roman", line);
  return made;
};

const answer = (text: string) => ({
  blocks: [
    { type: "Title", text: "Read by the model", level: 1, rows: null, box: [100, 100, 900, 150] },
    { type: "NarrativeText", text, level: null, rows: null, box: null },
    { type: "Image", text: "A chart of tides.", level: null, rows: null, box: null },
  ],
  summary: "About tides.",
  keywords: ["tides"],
  topics: ["Sea"],
});

type Items = { items: Record<string, unknown>[] };

describe("a service with a vision model", () => {
  let models: ModelServer;
  let server: TestServer;
  let logged = "";
  beforeAll(async () => {
    models = await startModelServer({ key });
    const log = new PassThrough();
    log.on("data", (line: Buffer) => {
      logged += line.toString();
    });
    server = await startServer(
      {
        HEADWATER_VISION_MODEL: `openai-compatible:test@${models.baseUrl}`,
        HEADWATER_MODEL_API_KEY: key,
        HEADWATER_LOG_LEVEL: "trace",
      },
      log,
    );
    models.answerChat((request: ChatRequest) =>
      answer(/\n"(.*)"\n?$/.exec(textOf(request))?.[1] ?? "scanned"),
    );
  });
  afterAll(async () => {
    await server.close();
    await models.close();
  });

  const elementsOf = async (fileId: string) =>
    (await server.call<Items>("GET", `/get-elements?file_id=${fileId}`)).body.items;

  it("says so in /readyz", async () => {
    const report = await (await server.fetch(`${server.origin}/readyz`)).json();
    expect(report).toMatchObject({
      capabilities: expect.arrayContaining(["vision"]),
      methods: ["auto", "fast", "balanced", "accurate", "agentic"],
    });
  });

  it("reads each page by the model with agentic, and answers from it", async () => {
    const build = await server.ingestAndWait(
      "tides.pdf",
      pdfFile([page("High water is at nine.")]),
      "agentic",
    );
    expect(build).toMatchObject({
      status: "Completed",
      method: "agentic",
      message: "Source processed successfully",
    });
    expect(await elementsOf(build.file_id)).toMatchObject([
      {
        element_type: "Title",
        text: "Read by the model",
        bounding_box: { left: 61.2, top: 79.2, width: 489.6, height: 39.6 },
        page_annotation: "About tides.",
        page_keywords: ["tides"],
        page_topics: ["Sea"],
        metadata: { text_source: "vision" },
      },
      { element_type: "NarrativeText", text: "High water is at nine." },
      { element_type: "Image", text: "A chart of tides.", metadata: { kind: "description" } },
    ]);
  });

  it("counts what the model used for the project", async () => {
    type Usage = { days: { models: { purpose: string; calls: number }[] }[] };
    const models = async () => {
      const { body } = await server.call<Usage>("GET", "/usage");
      return body.days[0]?.models ?? [];
    };
    // One page was read. What was used is written down every few seconds.
    await expect
      .poll(models, { timeout: 30_000 })
      .toMatchObject([
        { purpose: "vision", model: "openai-compatible:test", calls: 1, tokens_in: 100, tokens_out: 20 },
      ]);
  });

  it.each([
    ["500", { kind: "status", status: 500 }, "failed (500)"],
    [
      "401",
      { kind: "status", status: 401, message: `bad key ${key}` },
      "refused the key (401): check HEADWATER_MODEL_API_KEY",
    ],
    ["413", { kind: "status", status: 413 }, "takes no request of this size (413)"],
    ["a cut connection", { kind: "cut" }, "could not be reached"],
    ["bad JSON", { kind: "bad-json" }, "did not answer in the form"],
  ] as const)(
    "reads a page by the rules when the model answers %s, and says so",
    async (name, fault, reason) => {
      models.fail(fault, 4);
      const build = await server.ingestAndWait(
        `${name}.pdf`,
        pdfFile([page(`Read by rules despite ${name}`)]),
        "agentic",
      );
      // Retries did not need all of them.
      models.clearFaults();
      expect(build.status).toBe("Completed");
      expect(build.message).toMatch(/^1 page was read without the vision model test \(1\): the model test /);
      expect(build.message).toContain(reason);
      expect((await elementsOf(build.file_id)).map(({ text }) => text)).toEqual([
        `Read by rules despite ${name}`,
      ]);
      expect(JSON.stringify(build)).not.toContain(key);
    },
  );

  it("stops asking when the source is deleted", async () => {
    models.fail({ kind: "hang" });
    const before = models.abandoned();
    const asked = models.chats.length;
    const buildId = await server.ingest("gone.pdf", pdfFile([page("Nobody waits for this.")]), "agentic");
    await expect.poll(() => models.chats.length).toBe(asked + 1);
    const { body } = await server.call<{ file_id: string }>("GET", `/builds/${buildId}`);
    await server.call("DELETE", "/delete", { file_id: body.file_id });
    await expect.poll(() => models.abandoned()).toBe(before + 1);
  });

  it("doctor calls the model once, and says what it answered or why not", async () => {
    models.answerChat({ description: "A black square." });
    const environment = {
      HEADWATER_VISION_MODEL: `openai-compatible:test@${models.baseUrl}`,
      HEADWATER_MODEL_API_KEY: key,
    };
    const asked = models.chats.length;
    const { stdout } = await runCommand(["doctor"], server.dataFolder, environment);
    expect(stdout).toMatch(
      /ok {4}models: each answered a call.*\n {8}vision openai-compatible:test@http:\/\/127\.0\.0\.1:\d+\/v1: answered in [\d.]+ s \(of a square: "A black square\."\)/,
    );
    expect(models.chats).toHaveLength(asked + 1);
    const refused = await runCommand(["doctor"], server.dataFolder, {
      ...environment,
      HEADWATER_MODEL_API_KEY: "sk-wrong-0123456789",
    });
    expect(refused.code).toBe(1);
    expect(refused.stdout).toContain("the model test refused the key (401): check HEADWATER_MODEL_API_KEY");
    expect(refused.stdout + refused.stderr).not.toContain("sk-wrong");
  });

  it("keeps the key out of its log and its data", async () => {
    expect(models.requests.some(({ headers }) => headers.authorization === `Bearer ${key}`)).toBe(true);
    expect(logged).not.toContain(key);
    const files = await readdir(server.dataFolder, { recursive: true, withFileTypes: true });
    for (const file of files.filter((entry) => entry.isFile())) {
      const bytes = await readFile(join(file.parentPath, file.name));
      expect(bytes.includes(key), file.name).toBe(false);
    }
  });
});
