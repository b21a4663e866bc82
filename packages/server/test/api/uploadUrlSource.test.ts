import { beforeAll, describe, expect, it } from "vitest";
import { itRequiresAddresses, privateAddresses } from "../../testing/required-address.ts";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";

describe("uploadUrlSource refuses", () => {
  itRequiresAddresses("/upload-url-source", {
    detail: "Invalid input: URL must be a public https address",
    urls: [...privateAddresses, "http://example.com/"],
  });
});

describe("uploadUrlSource", () => {
  let server: SharedService;
  beforeAll(async () => {
    server = await sharedService();
  });

  it("answers the source as it was recorded, with the method as it was spelled", async () => {
    const url = "https://no-such-name.invalid/support";
    for (const [sent, echoed] of [
      [{}, "auto"],
      [{ partition_method: "hi_res" }, "hi_res"],
      [{ method: "fast" }, "fast"],
    ] as const) {
      const { status, body } = await server.call("POST", "/upload-url-source", { url, ...sent });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        status: expect.stringMatching(/^(New|Processing|Processing failed)$/),
        file_name: url,
        file_size: 0,
        file_type: "html",
        file_source: "url",
        project_id: expect.any(String),
        project_name: server.project,
        partition_method: echoed,
        file_id: expect.any(String),
      });
    }
  });

  it("400: JSON that is cut short", async () => {
    const response = await server.fetch(`${server.baseUrl}/upload-url-source`, {
      method: "POST",
      headers: { authorization: `Bearer ${server.token}`, "content-type": "application/json" },
      body: '{"url": "https://exam',
    });
    expect(response.status).toBe(400);
  });
});
