import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ConversationServer, startConversationServer } from "../../testing/conversations.ts";

describe("updateSource", () => {
  let managed: ConversationServer;
  let fileId: string;
  beforeAll(async () => {
    managed = await startConversationServer();
    fileId =
      (await managed.server.ingestAndWait("invoice.txt", "The invoice is due on 4 May.")).file_id ?? "";
  });
  afterAll(() => managed.close());

  const update = (body: object, id = fileId) => managed.server.call("PATCH", `/${id}`, body);
  const tagsOf = async (id: string) =>
    (await managed.server.call<{ tags: string[] }[]>("GET", `/?file_ids=${id}`)).body[0]?.tags;

  it("gives a source tags in place of those it had, and reads nothing again", async () => {
    const [before] = (await managed.server.call<object[]>("GET", `/?file_ids=${fileId}`)).body;
    expect(before).toMatchObject({ tags: [] });
    expect(await update({ tags: [" invoices ", "paid"] })).toEqual({
      status: 200,
      body: { ...before, tags: ["invoices", "paid"] },
    });
    await update({ tags: ["open"] });
    expect(await tagsOf(fileId)).toEqual(["open"]);
    expect((await managed.server.call<object[]>("GET", "/?tags=invoices")).body).toEqual([]);
    await update({ tags: [] });
    expect(await tagsOf(fileId)).toEqual([]);
  });

  it.each([
    [{}, "tags is required"],
    [{ tags: "invoices" }, "Invalid input: tags must be array"],
    [{ tags: ["a,b"] }, "Invalid input: the tag 'a,b' has a comma or a control character"],
    [{ tags: ["x".repeat(65)] }, "Invalid input: tags[0] must NOT have more than 64 characters"],
    [
      { tags: Array.from({ length: 21 }, (_, index) => `${index}`) },
      "Invalid input: tags must NOT have more than 20",
    ],
  ])("400 for %j", async (body, detail) => {
    expect(await update(body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining(detail) },
    });
  });

  it("404 for an unknown one and for one of another project, 403 for a read-only token", async () => {
    const tags = ["mine"];
    const unknown = await update({ tags }, "0b0f3f0e-52a8-4c1e-9d6f-0a3b7c8d9e10");
    expect(unknown).toMatchObject({ status: 404, body: { detail: "Source not found" } });
    expect((await managed.as(managed.otherToken, "PATCH", `/${fileId}`, { tags })).status).toBe(404);
    const reader = await managed.tokenFor({ readOnly: true });
    expect((await managed.as(reader, "PATCH", `/${fileId}`, { tags })).status).toBe(403);
    expect(await tagsOf(fileId)).toEqual([]);
  });
});
