import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

describe("listSources", () => {
  let server: SharedService;
  let first: SettledBuild;
  let second: SettledBuild;

  beforeAll(async () => {
    server = await sharedService();
    first = await server.ingestAndWait("notes.txt", "The kettle boils at one hundred degrees.");
    second = await server.ingestAndWait("empty.txt", "");
  });

  const list = (query = "") => server.call<Record<string, unknown>[]>("GET", `/${query}`);

  it("answers every source of the project with its state, newest first", async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { file_id: second.file_id, status: "Processing failed", message: "Source status: Processing failed" },
      {
        file_id: first.file_id,
        file_name: "notes.txt",
        file_size: 40,
        file_type: "txt",
        file_source: "local file",
        status: "Completed",
        message: "Source processed successfully",
        project_name: server.project,
        method: "auto",
        build_id: first.build_id,
        error: null,
        total_pages: 1,
      },
    ]);
    expect(body[0]?.error).toMatch(/empty/i);
  });

  it("takes ids repeated or comma-joined, leaves unknown ones out, and reads an empty value as not given", async () => {
    const ids = async (query: string) => (await list(query)).body.map((source) => source.file_id);
    expect(await ids(`?file_ids=${second.file_id}&file_ids=${first.file_id}`)).toEqual([
      second.file_id,
      first.file_id,
    ]);
    expect(await ids(`?file_ids=${first.file_id}%2C${second.file_id}`)).toHaveLength(2);
    expect(await ids(`?file_ids=${second.file_id}&file_ids=unknown`)).toEqual([second.file_id]);
    expect(await ids("?file_ids=")).toHaveLength(2);
  });

  it("reads ids of only commas as no files", async () => {
    expect((await list("?file_ids=,,,")).body).toEqual([]);
    expect((await list("?file_ids=%2C")).body).toEqual([]);
  });

  const names = async (query: string) => {
    const headers = { authorization: `Bearer ${server.token}` };
    const response = await server.fetch(`${server.baseUrl}/${query}`, { headers });
    const sources = (await response.json()) as { file_name: string }[];
    return [Number(response.headers.get("x-total-count")), ...sources.map(({ file_name }) => file_name)];
  };

  it("pages, searches, sorts and filters by state, with the total of what matches in X-Total-Count", async () => {
    expect(await names("")).toEqual([2, "empty.txt", "notes.txt"]);
    expect(await names("?page=2&page_size=1")).toEqual([2, "notes.txt"]);
    expect(await names("?page=2")).toEqual([2, "empty.txt", "notes.txt"]);
    expect(await names("?page=9&page_size=1")).toEqual([2]);
    expect(await names("?q=NOTE")).toEqual([1, "notes.txt"]);
    expect(await names("?sort=created_at")).toEqual([2, "notes.txt", "empty.txt"]);
    expect(await names("?sort=-file_size&page=1&page_size=1")).toEqual([2, "notes.txt"]);
    expect(await names("?sort=file_name&q=")).toEqual([2, "empty.txt", "notes.txt"]);
    expect(await names("?status=Completed")).toEqual([1, "notes.txt"]);
    expect(await names("?status=Completed,Processing%20failed")).toEqual([2, "empty.txt", "notes.txt"]);
    expect(await names("?status=unknown&status=Failed")).toEqual([0]);
    expect(await names(`?file_ids=${first.file_id}&status=New`)).toEqual([0]);
  });

  it.each([
    ["?page=0&page_size=5", "page must be 1 or greater"],
    ["?page=1&page_size=101", "page_size must be between 1 and 100"],
    ["?sort=size", "Invalid input: sort must be one of created_at, -created_at,"],
    ["?status=Done", "Invalid input: status[0] must be one of New,"],
  ])("400 for %s", async (query, detail) => {
    expect(await list(query)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail) },
    });
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
