import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

describe("reprocess", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("letter.txt", "The kettle is blue.");
  });

  const reprocess = (body: unknown) => server.call<{ build_id: string }>("POST", "/reprocess", body);

  it("makes a new build of the same file; fast unless said otherwise", async () => {
    const { status, body } = await reprocess({ file_id: build.file_id });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, error: null });
    expect(body.build_id).not.toBe(build.build_id);
    expect(await server.waitFor(body.build_id)).toMatchObject({
      status: "Completed",
      file_id: build.file_id,
      method: "fast",
      message: "Source processed successfully",
    });
  });

  it.each([
    ["balanced", "Source processed successfully"],
    ["accurate", "Source processed successfully"],
    [
      "agentic",
      "Parsed with method accurate: agentic needs a vision model, which HEADWATER_VISION_MODEL names",
    ],
  ])("method %s is kept, and the message says how it was read", async (method, message) => {
    const { body } = await reprocess({ file_id: build.file_id, method });
    const again = await server.waitFor(body.build_id);
    expect(again).toMatchObject({ status: "Completed", method, message });
  });

  it("leaves one version, so nothing is found twice", async () => {
    const { body } = await server.call<{ total: number }>("POST", "/prebuilt-rag", { query: "kettle" });
    expect(body.total).toBe(1);
  });

  it("takes the deprecated file_name", async () => {
    const { body } = await reprocess({ file_name: "letter.txt" });
    expect(await server.waitFor(body.build_id)).toMatchObject({ file_id: build.file_id });
  });

  it.each([
    [{ file_id: "00000000-0000-4000-8000-000000000000" }, 404, "Source node not found"],
    [{ file_id: "no id at all" }, 404, "Source node not found"],
    [{ file_name: "unknown.txt" }, 404, "Source node not found"],
    [{}, 400, "Invalid input: file_id is required"],
    [{ file_id: null }, 400, "Invalid input: file_id is required"],
    [{ file_id: 7 }, 400, "Invalid input: file_id must be string"],
  ])("%j: %i", async (body, status, detail) => {
    expect(await reprocess(body)).toMatchObject({ status, body: { detail } });
  });
});
