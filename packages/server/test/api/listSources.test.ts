import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SettledBuild, startServer, type TestServer } from "../../testing/start-server.ts";

describe("listSources", () => {
  let server: TestServer;
  let first: SettledBuild;
  let second: SettledBuild;

  beforeAll(async () => {
    server = await startServer();
    first = await server.ingestAndWait("notes.txt", "The kettle boils at one hundred degrees.");
    second = await server.ingestAndWait("empty.txt", "");
  });
  afterAll(() => server.close());

  const list = (query = "") => server.call<Record<string, unknown>[]>("GET", `/${query}`);

  it("answers every source of the project in the order they came, with what became of them", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject([
      {
        file_id: first.file_id,
        file_name: "notes.txt",
        file_size: 40,
        file_type: "txt",
        file_source: "local file",
        status: "Completed",
        message: "Source processed successfully",
        project_name: "default",
        method: "auto",
        build_id: first.build_id,
        error: null,
        total_pages: 1,
      },
      { file_id: second.file_id, status: "Processing failed", message: "Source status: Processing failed" },
    ]);
    expect(body[1]?.error).toMatch(/empty/i);
  });

  it("takes ids repeated and comma-joined, leaves unknown ones out, and takes an empty value for none given", async () => {
    const ids = async (query: string) => (await list(query)).body.map((source) => source.file_id);
    expect(await ids(`?file_ids=${second.file_id}&file_ids=${first.file_id}`)).toEqual([
      first.file_id,
      second.file_id,
    ]);
    expect(await ids(`?file_ids=${first.file_id}%2C${second.file_id}`)).toHaveLength(2);
    expect(await ids(`?file_ids=${second.file_id}&file_ids=unknown`)).toEqual([second.file_id]);
    expect(await ids("?file_ids=")).toHaveLength(2);
  });

  it("answers at both address forms, with or without a trailing slash", async () => {
    const headers = { authorization: `Bearer ${server.token}` };
    for (const address of ["/", "/sources", "/sources/"]) {
      const response = await server.fetch(server.origin + address, { headers });
      expect(response.status).toBe(200);
      expect(await response.json()).toHaveLength(2);
    }
  });
});
