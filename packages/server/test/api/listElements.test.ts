import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

describe("listElements, deprecated for getElements", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait(
      "kettles.html",
      "<h1>Kettles</h1><p>They boil.</p><p>They whistle.</p>",
    );
  });

  it("answers documents with page_content and metadata", async () => {
    const { body } = await server.call("POST", "/elements", {
      file_id: build.file_id,
      page: 1,
      page_size: 2,
    });
    expect(body).toMatchObject({
      items: [
        {
          page_content: "Kettles",
          type: "Document",
          metadata: { element_type: "Title", filename: "kettles.html" },
        },
        { page_content: "They boil.", type: "Document" },
      ],
      total: 3,
      total_pages: 2,
    });
  });

  it("filters, and takes a file name", async () => {
    const filter = { type: "NarrativeText", page_numbers: [1], elementsToRemove: ["Title"] };
    expect(
      (await server.call("POST", "/elements", { file_name: "kettles.html", filter })).body,
    ).toMatchObject({ total: 2 });
  });

  it("400 without a file, 404 for an unknown one", async () => {
    expect(await server.call("POST", "/elements", {})).toMatchObject({
      status: 400,
      body: { detail: "file_id is required" },
    });
    expect(await server.call("POST", "/elements", { file_id: "x" })).toMatchObject({
      status: 404,
      body: { detail: "File not found" },
    });
  });
});
