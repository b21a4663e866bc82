import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newId } from "../../src/kernel/ids.ts";
import { exampleRun } from "../../testing/contracts/example-flows.ts";
import { addSource } from "../../testing/contracts/examples.ts";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listFlows", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
  });
  afterAll(() => server.close());

  it("lists the project's flows by name, with their state and address", async () => {
    await server.create("answers", { description: "All answers" });
    const { status, body } = await server.root("GET", "/");
    expect(status).toBe(200);
    expect(body).toEqual({
      flows: [
        {
          name: "answers",
          description: "All answers",
          status: "New",
          url: `http://answers.flows.localhost:${server.port}`,
          tool_description: null,
          revision_number: null,
          last_run_at: null,
          last_tests: null,
        },
        {
          name: "support",
          description: null,
          status: "New",
          url: `http://support.flows.localhost:${server.port}`,
          tool_description: null,
          revision_number: null,
          last_run_at: null,
          last_tests: null,
        },
      ],
      total: 2,
    });
  });

  it("says of a flow whose revision can't be loaded that it failed, and why, until another one answers", async () => {
    await server.create("newer");
    const { flowId, draft: graph } = (await server.stores.flows.find("newer")) ?? { flowId: "", draft: null };
    const revision = {
      flowId,
      graph: graph as never,
      files: {},
      toolDescription: null,
      createdAt: new Date(),
    };
    await server.stores.flows.deploy({ ...revision, revisionId: newId(), nodeVersions: { "smart-rag": 9 } });
    const why = expect.stringMatching(/: version 9 of the code of smart-rag nodes is not known here/);
    const failed = { name: "newer", status: "Failed", status_reason: why };
    expect((await server.root("GET", "/")).body.flows[1]).toMatchObject(failed);
    expect((await server.flow("newer", "GET", "/graph")).body).toMatchObject(failed);
    await server.flow("newer", "POST", "/deploy", { body: {} });
    const { body } = await server.flow("newer", "GET", "/graph");
    expect([body.status, body.status_reason]).toEqual(["Deployed", undefined]);
    await server.flow("newer", "DELETE", "/?confirm=newer");
  });

  it("names the files of a deployed flow that were deleted or replaced since, and offers the new ones", async () => {
    await server.create("files");
    await server.flow("files", "POST", "/deploy", { body: {} });
    const projectId = (await server.stores.flows.find("files"))?.projectId ?? "";
    const [before] = await server.stores.sources.findByName(projectId, "warranty.pdf");
    const { fileId } = await addSource(server.stores, projectId, { fileName: "warranty.pdf" });
    await server.stores.sources.remove(projectId, before?.fileId ?? "");
    const message =
      "dataset: 'warranty.pdf' was deleted, and a new file has its name. Deploy again to take the new one.";
    const said = {
      name: "files",
      status: "Deployed",
      status_reason: message,
      file_changes: [
        {
          ...{ node_id: "dataset", name: "warranty.pdf", change: "replaced", message },
          ...{ removed: [before?.fileId], added: [fileId] },
        },
      ],
    };
    expect((await server.root("GET", "/")).body.flows[1]).toMatchObject(said);
    expect((await server.flow("files", "GET", "/graph")).body).toMatchObject(said);
    expect((await server.flow("files", "GET", "/diff")).body).toMatchObject({
      changes: [
        {
          path: "nodes[dataset].files[warranty.pdf]",
          kind: "changed",
          before: [before?.fileId],
          after: [fileId],
        },
      ],
      text: "~ nodes[dataset].files[warranty.pdf]: 1 file gone, 1 new file",
    });
    expect((await server.flow("files", "POST", "/deploy", { body: {} })).body.warnings).toEqual([]);
    const { body } = await server.flow("files", "GET", "/graph");
    expect([body.status_reason, body.file_changes]).toEqual([undefined, undefined]);
    await server.flow("files", "DELETE", "/?confirm=files");
  });

  it("gives addresses of the form that the caller used", async () => {
    const { body } = await server.send("GET", "/flows");
    expect(body.flows[1].url).toBe(`http://127.0.0.1:${server.port}/flows/support`);
  });

  it("shows another project nothing", async () => {
    expect((await server.root("GET", "/", { token: server.tokens.other })).body).toEqual({
      flows: [],
      total: 0,
    });
  });

  it("follows deploying and undeploying", async () => {
    const status = async () => (await server.root("GET", "/")).body.flows[1].status;
    await server.flow("support", "POST", "/deploy");
    expect(await status()).toBe("Deployed");
    await server.flow("support", "POST", "/undeploy");
    expect(await status()).toBe("Not deployed");
  });

  it("says which revision answers, when it ran last, and how its tests fared", async () => {
    const about = async () => (await server.root("GET", "/")).body.flows[1];
    await server.flow("support", "POST", "/deploy");
    expect(await about()).toMatchObject({ revision_number: 2, last_run_at: null, last_tests: null });
    const { flowId = "" } = (await server.stores.flows.find("support")) ?? {};
    const tests = { questions: 1, judged: 1, passed: 1, measures: { ndcg: 0.86 }, needed: {} };
    const times = [1, 2].map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute)));
    const [first, second] = times as [Date, Date];
    await server.stores.flows.addRun(exampleRun(flowId, { startedAt: first, tests, cases: [] }), []);
    await server.stores.flows.addRun(exampleRun(flowId, { startedAt: second }), []);
    expect(await about()).toMatchObject({ last_run_at: second.toISOString(), last_tests: tests });
  });
});
