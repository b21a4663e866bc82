import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProjectLimits } from "../src/usage/limit.ts";
import { type ManagedServer, startManagedServer } from "../testing/managed-server.ts";
import { runCommand } from "../testing/run-command.ts";

describe("a project with limits", () => {
  let managed: ManagedServer;
  let projectId: string;
  let token: string;
  const limit = (limits: { [Name in keyof ProjectLimits]: number | null }) =>
    managed.stores.usage.setLimits(projectId, limits);
  const send = (method: string, path: string, body: unknown) => managed.as(token, method, path, body);
  const ask = (body: unknown = { question: "What runs?" }) => send("POST", "/ask-sources", body);
  const command = (...args: string[]) => runCommand(["project", ...args], managed.server.dataFolder);
  const unlimited = {
    bytes: null,
    sources: null,
    pages_per_day: null,
    questions_per_day: null,
    tokens_per_day: null,
  };
  beforeAll(async () => {
    managed = await startManagedServer();
    ({ token } = managed.server);
    projectId = (await managed.stores.projects.findByName("default"))?.projectId ?? "";
    await managed.server.ingestAndWait("pump.md", "The pump runs.");
  });
  afterEach(() => limit(unlimited));
  afterAll(() => managed.close());

  it("is refused uploads that don't fit, before their bytes are sent, and takes what fits", async () => {
    await limit({ bytes: 20 });
    // What the service knows of the limits is up to two seconds old.
    await expect
      .poll(() => send("POST", "/ingest-url", { url: "https://example.com/" }))
      .toMatchObject({ status: 507 });
    const file = new FormData();
    file.set("file", new Blob(["seven b"]), "a.md");
    const answer = await managed.server.fetch(`${managed.server.baseUrl}/ingest-file`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
      body: file,
    });
    expect(answer.status).toBe(507);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    const detail =
      "This does not fit into the limit bytes of this project: 14 of 20 are used. Delete sources first; the operator can raise the limit.";
    expect(await answer.json()).toEqual({ detail, message: detail });
    expect(await managed.server.ingestAndWait("b.md", "six by")).toMatchObject({ status: "Completed" });
  });

  it("is refused pages, and questions go on", async () => {
    await limit({ pages_per_day: 1 });
    const [source] = await managed.stores.sources.list(projectId);
    const reprocess = () => send("POST", "/reprocess", { file_id: source?.fileId });
    await expect.poll(reprocess).toMatchObject({
      status: 429,
      body: {
        detail: expect.stringMatching(/^This project has reached its limit pages_per_day: \d+ of 1\./),
      },
    });
    expect((await ask()).status).toBe(200);
  });

  it("is refused questions, with the time until the next day", async () => {
    await limit({ questions_per_day: 1 });
    let reached = "";
    await expect
      .poll(async () => {
        const { status, body } = await ask();
        reached = String(body.detail);
        return status;
      })
      .toBe(429);
    const asked = Number(/(\d+) of 1\./.exec(reached)?.[1]);
    await limit({ questions_per_day: asked + 2 });
    // A question that is refused for another reason is not counted.
    await expect.poll(() => ask({})).toMatchObject({ status: 400 });
    expect((await ask()).status).toBe(200);
    expect((await send("POST", "/prebuilt-rag", { query: "pump" })).status).toBe(200);
    const refused = await ask();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        detail: `This project has reached its limit questions_per_day: ${asked + 2} of ${asked + 2}. It begins again after the time in Retry-After; the operator can raise it.`,
      },
    });
    const seconds = Number(refused.headers.get("retry-after"));
    expect(Number(refused.headers.get("retry-after-ms"))).toBeGreaterThan((seconds - 1) * 1000);
    expect(seconds).toBeLessThanOrEqual(86_400);
    expect(await (await fetch(`${managed.server.origin}/metrics`)).text()).toMatch(
      /^headwater_refusals_total\{limit="questions_per_day"\} [1-9]\d*$/m,
    );
  });

  it("is limited and read on the command line", async () => {
    expect(await command("limits", "default", "--bytes", "2GB", "--questions-per-day", "90")).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^bytes +2000000000$[\s\S]*^questions_per_day +90$[\s\S]*^concurrent_builds +none$/m,
      ),
    });
    expect(await command("limits", "default", "--bytes", "none")).toMatchObject({
      stdout: expect.stringMatching(/^bytes +none$[\s\S]*^questions_per_day +90$/m),
    });
    expect(await command("limits", "default", "--sources", "2GB")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("--sources takes a whole number or none."),
    });
    const { stdout } = await command("usage");
    expect(stdout).toMatch(
      /^PROJECT +default$[\s\S]*^sources +\d+ +none$[\s\S]*^questions_per_day +\d+ +90$/m,
    );
    expect(JSON.parse((await command("usage", "default", "--json")).stdout)).toMatchObject({
      project: "default",
      limits: expect.arrayContaining([{ name: "questions_per_day", used: expect.any(Number), limit: 90 }]),
    });
  });
});
