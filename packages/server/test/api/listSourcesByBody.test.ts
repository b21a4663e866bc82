import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

describe("listSourcesByBody", () => {
  let server: SharedService;
  let first: SettledBuild;
  let second: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    first = await server.ingestAndWait("kettle.txt", "The kettle boils.");
    second = await server.ingestAndWait("lamp.txt", "The lamp shines.");
  });

  const post = async (body: unknown) => {
    const response = await server.fetch(`${server.baseUrl}/list-sources`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const total = response.headers.get("x-total-count");
    return { status: response.status, total, body: (await response.json()) as Record<string, string>[] };
  };
  const names = async (body: unknown) => (await post(body)).body.map(({ file_name }) => file_name);

  it("answers like the GET operation: all newest first, or the given ones", async () => {
    expect(await names({})).toEqual(["lamp.txt", "kettle.txt"]);
    expect(await names({ file_ids: null, page: null })).toHaveLength(2);
    expect(await names({ file_ids: [] })).toEqual([]);
    expect(await names({ file_ids: [first.file_id, "unknown"] })).toEqual(["kettle.txt"]);
    expect((await post({})).body).toEqual((await server.call("GET", "/")).body);
  });

  it("takes more ids than an address can hold", async () => {
    const unknown = Array.from({ length: 9_998 }, (_, index) => `unknown-${index}`.padEnd(36, "x"));
    const { status, total, body } = await post({ file_ids: [first.file_id, ...unknown, second.file_id] });
    expect({ status, total }).toEqual({ status: 200, total: "2" });
    expect(body).toHaveLength(2);
  });

  it("pages, searches, sorts and filters", async () => {
    expect(await post({ page: 2, page_size: 1 })).toMatchObject({
      total: "2",
      body: [{ file_name: "kettle.txt" }],
    });
    expect(await names({ q: "AMP" })).toEqual(["lamp.txt"]);
    expect(await names({ sort: "file_name" })).toEqual(["kettle.txt", "lamp.txt"]);
    expect(await names({ status: ["Completed"], file_ids: [second.file_id] })).toEqual(["lamp.txt"]);
  });

  it.each([
    [{ file_ids: "a" }, "Invalid input: file_ids must be array"],
    [{ page: 1, page_size: 0 }, "page_size must be between 1 and 100"],
    [{ page: "1", page_size: 5 }, "page must be a number, without quotes"],
  ])("400 for %j", async (body, detail) => {
    expect(await post(body)).toMatchObject({ status: 400, body: { detail } });
  });
});
