import type { FlowTests } from "@headwater/spec";
import { afterEach, expect, test } from "vitest";
import { createMemoryOwnershipStore } from "../../src/ownership/memory-ownership-store.ts";
import { addressOf, bodies, operationIds, operations } from "./examples.ts";
import type { ProxyAdapter } from "./proxy-adapter.ts";
import type { SomeOptions } from "./proxy-under-test.ts";
import { type ScopedProxy, startScopedProxy } from "./scoped-proxy.ts";

/** A caller runs the flows of its scope; a run belongs to the caller that began it. */
export function scopesHoldFlows(adapter: ProxyAdapter): void {
  let scoped: ScopedProxy;
  const start = async (options: SomeOptions = {}) => {
    scoped = await startScopedProxy(adapter, options);
  };
  afterEach(() => scoped.under.close());

  const flowOperations = operationIds.filter((operation) => operations[operation].surface === "flows");
  const changing = flowOperations.filter((operation) =>
    /^(?:update|deploy|undeploy|rollback|delete|replace)/.test(operation),
  );
  /** Those that no scope can limit: files by name. */
  const refused = flowOperations.filter((operation) => /^(?:updateDataset|replaceFlow)$/.test(operation));
  /** Those of one run, which belongs to who began it. */
  const ofRuns = flowOperations.filter((operation) => operations[operation].path.includes("{run_id}"));
  const call = (user: string, operation: (typeof flowOperations)[number], flow: string) =>
    scoped.as(
      user,
      operations[operation].method,
      addressOf(operation).replace("/flows/support", `/flows/${flow}`),
      operations[operation].body === "none" ? {} : { body: bodies[operation] ?? {} },
    );

  test.each(flowOperations)("%s: a flow that was not named is like one that never was", async (operation) => {
    await start();
    const [others, never] = [
      await call("anna", operation, "tender-checks"),
      await call("anna", operation, "never"),
    ];
    expect(others.status).toBe(404);
    expect(others.text.replaceAll("tender-checks", "never")).toBe(never.text);
    expect(others.json().detail).toMatch(/^Flow (?:not found|with name 'tender-checks' not found)$/);
    expect(scoped.seen()).toEqual([]);
  });

  test.each(flowOperations)("%s of a named flow", async (operation) => {
    await start();
    const reply = await call("anna", operation, "support");
    const isForbidden = [...changing, ...refused, "listRuns"].includes(operation);
    expect(reply.status).toBe(ofRuns.includes(operation) ? 404 : isForbidden ? 403 : 200);
    scoped.scopes.anna = { caller: "anna", flows: ["support"], write: "all" };
    expect((await call("anna", operation, "support")).status).toBe(refused.includes(operation) ? 403 : 200);
  });

  test.each(ofRuns)(
    "%s: a run is of who began it; another's is like one that never was",
    async (operation) => {
      await start();
      for (const user of ["anna", "bob"]) scoped.scopes[user] = { caller: user, flows: ["support"] };
      const began = (await call("anna", "runFlow", "support")).json<{ run_id: string }>().run_id;
      expect(began).toBeDefined();
      const address = (id: string) => addressOf(operation).replace(/runs\/[^/]+/, `runs/${id}`);
      const sent = operations[operation].body === "none" ? {} : { body: bodies[operation] ?? {} };
      const ask = (user: string, id: string) =>
        scoped.as(user, operations[operation].method, address(id), sent);
      scoped.seen();
      const [others, never] = [await ask("bob", began), await ask("bob", "never")];
      expect(others.status).toBe(404);
      expect(others.text.replaceAll(began, "never")).toBe(never.text);
      expect(scoped.seen()).toEqual([]);
      expect((await ask("anna", began)).status).toBe(200);
    },
  );

  test("the tests of a flow are of who ran them", async () => {
    const ownership = createMemoryOwnershipStore();
    await start({ ownership });
    for (const user of ["anna", "bob"]) scoped.scopes[user] = { caller: user, flows: ["support"] };
    scoped.scopes.chief = { caller: "chief", flows: ["support"], write: "all" };
    const testsOf = async (user: string) => (await call(user, "getTests", "support")).json<FlowTests>();
    const all = await testsOf("chief");
    expect(all.runs.length).toBeGreaterThan(1);
    expect(all.cases.length).toBeGreaterThan(0);
    const [newest, before] = all.runs;
    await ownership.claim("run", `support/${newest?.run_id}`, "anna");
    await ownership.claim("run", `support/${before?.run_id}`, "bob");
    const annas = await testsOf("anna");
    expect(annas.runs).toEqual([newest]);
    expect(annas.cases.map(({ question }) => question)).toEqual(all.cases.map(({ question }) => question));
    const others = annas.cases.filter(({ green_run_id: id }) => id !== null && id !== newest?.run_id);
    expect(others).toEqual([]);
    expect(await testsOf("bob")).toEqual({ runs: [before], cases: [] });
  });

  test("the list holds the named ones only", async () => {
    await start();
    const reply = await scoped.as("anna", "GET", "/flows");
    expect(reply.json()).toMatchObject({ total: 0, flows: [] });
    scoped.scopes.anna = { caller: "anna", flows: ["support-answers"] };
    const named = await scoped.as("anna", "GET", "/flows");
    expect(named.json()).toMatchObject({ total: 1, flows: [{ name: "support-answers" }] });
    scoped.seen();
    expect((await scoped.as("zoe", "GET", "/flows")).json()).toEqual({ flows: [], total: 0 });
    expect(scoped.seen()).toEqual([]);
  });
}
