import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";

describe("uploadSource, deprecated for ingestFile", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  const upload = async (name: string, fields: Record<string, string> = {}) => {
    const form = new FormData();
    form.set("file", new Blob(["Some text."]), name);
    for (const [field, value] of Object.entries(fields)) form.set(field, value);
    const headers = { authorization: `Bearer ${server.token}` };
    const response = await server.fetch(`${server.baseUrl}/upload`, { method: "POST", headers, body: form });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  it("answers the source once it is processed", async () => {
    expect(await upload("letter.txt", { partition_method: "basic" })).toMatchObject({
      status: 200,
      body: {
        status: "Completed",
        file_name: "letter.txt",
        file_source: "local file",
        partition_method: "basic",
      },
    });
  });

  it("refuses what ingestFile refuses", async () => {
    expect(await upload("setup.exe")).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^File type 'exe' is not supported/) },
    });
  });
});
