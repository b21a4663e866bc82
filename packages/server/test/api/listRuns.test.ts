import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FlowServer, startFlowServer } from "../../testing/flows/flow-server.ts";

describe("listRuns", () => {
  let server: FlowServer;
  beforeAll(async () => {
    server = await startFlowServer();
    await server.create("support");
    for (const query of ["one", "two", "three"])
      await server.flow("support", "POST", "/simulate", { body: { query } });
  });
  afterAll(() => server.close());

  const list = async (query = "") => (await server.flow("support", "GET", `/runs${query}`)).body;

  it("lists the newest first, in pages", async () => {
    const { runs, ...page } = await list();
    expect(page).toEqual({ total: 3, page: 1, page_size: 10, total_pages: 1 });
    expect(runs.map(({ query }: { query: string }) => query)).toEqual(["three", "two", "one"]);
    expect(runs[0]).toMatchObject({ kind: "simulation", revision_id: null, state: "done", elapsed_s: 0.012 });
    expect(await list("?page=2&page_size=2")).toMatchObject({ runs: [{ query: "one" }], total_pages: 2 });
    expect(await list("?page=3&page_size=2")).toMatchObject({ runs: [], total: 3 });
    expect((await list("?page_size=0")).detail).toBe("page_size must be between 1 and 100");
  });
});
