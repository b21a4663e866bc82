import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

describe("processSource, deprecated for reprocess", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("letter.txt", "The kettle is blue.");
  });

  it.each([{ file_id: true }, { file_name: true }])(
    "answers the source once it is processed again (%j)",
    async (by) => {
      const named = "file_id" in by ? { file_id: build.file_id } : { file_name: "letter.txt" };
      expect(await server.call("POST", "/process", { ...named, partition_method: "hi_res" })).toMatchObject({
        status: 200,
        body: { status: "Completed", file_name: "letter.txt", partition_method: "hi_res" },
      });
    },
  );

  it("400 without a file, 404 for an unknown one", async () => {
    expect(await server.call("POST", "/process", {})).toMatchObject({
      status: 400,
      body: { detail: "Invalid input: file_id is required" },
    });
    expect(await server.call("POST", "/process", { file_name: "other.txt" })).toMatchObject({
      status: 404,
      body: { detail: "Source node not found" },
    });
  });
});
