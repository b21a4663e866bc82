import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createPage, pdfFile } from "../testing/documents/pdf-file.ts";
import { createServiceCaller } from "../testing/service-caller.ts";
import { type SharedService, sharedService } from "../testing/shared-service.ts";
import { type SettledBuild, startServer } from "../testing/start-server.ts";
import { startWebSite } from "../testing/web-site.ts";

describe("images as sources", () => {
  let server: SharedService;
  let scan: Uint8Array;
  let read: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    scan = await pictureOf(server, "The harbour office opens at 7:30");
    read = await server.ingestAndWait("notice.png", scan);
  });

  it("are read with balanced when no method is named, and found by a question", async () => {
    expect(read).toMatchObject({ status: "Completed", method: "balanced" });
    const caller = createServiceCaller(server, server.token);
    const answer = await caller.ask("When does the harbour office open?");
    expect(JSON.stringify(answer)).toContain("The harbour office opens at 7:30");
  });

  it("stay pictures with auto, and the build says how to read them", async () => {
    const build = await server.ingestAndWait("notice.jpg", scan, "auto");
    expect(build).toMatchObject({ status: "Completed", method: "auto" });
    expect(build.message).toContain("Process the file with method balanced");
  });

  it("are read with balanced behind an address, too, unless a method is named", async () => {
    const web = await startWebSite({
      "/notice": { headers: { "content-type": "image/png" }, body: scan },
      "/page": "<h1>Notice</h1><p>The harbour office is closed.</p>",
    });
    onTestFinished(() => web.close());
    const own = await startServer({ HEADWATER_ALLOW_PRIVATE_ADDRESSES: web.place });
    onTestFinished(() => own.close());
    const fetched = async (path: string, method?: string) => {
      const url = `${web.origin}${path}`;
      const { body } = await own.call<{ build_id: string }>("POST", "/ingest-url", { url, method });
      return own.waitFor(body.build_id);
    };
    const build = await fetched("/notice");
    expect(build).toMatchObject({ status: "Completed", method: "balanced" });
    const { body } = await own.call("GET", `/get-elements?file_id=${build.file_id}`);
    expect(JSON.stringify(body)).toContain("harbour office opens");
    expect(await fetched("/notice", "auto")).toMatchObject({ status: "Completed", method: "auto" });
    expect(await fetched("/page")).toMatchObject({ status: "Completed", method: "auto" });
  });

  it("are shown as the page they are", async () => {
    const shown = async (page: number) =>
      server.call<{ mime_type: string; width: number }>(
        "GET",
        `/${read.file_id}/pages/${page}/screenshot?max_width=400`,
      );
    expect(await shown(1)).toMatchObject({ status: 200, body: { mime_type: "image/png", width: 400 } });
    expect(await shown(2)).toMatchObject({ status: 404, body: { detail: "Page not found" } });
  });

  it("that are damaged have no picture, and clients are told not to ask again", async () => {
    const { file_id } = await server.ingestAndWait("torn.png", scan.subarray(0, scan.length / 2));
    const response = await server.fetch(`${server.baseUrl}/${file_id}/pages/1/screenshot`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    expect(response.status).toBe(500);
    expect(response.headers.get("x-should-retry")).toBe("false");
    expect(await response.json()).toMatchObject({ detail: "Failed to render page" });
  });
});

/** A scan: the picture of a page with one line. */
async function pictureOf(server: SharedService, text: string): Promise<Uint8Array> {
  const page = createPage();
  page.text(72, 600, 24, "Helvetica-Bold", text);
  const { file_id } = await server.ingestAndWait("original.pdf", pdfFile([page]));
  const { body } = await server.call<{ image_base64: string }>(
    "GET",
    `/${file_id}/pages/1/screenshot?max_width=1600`,
  );
  await server.call("DELETE", "/delete", { file_id });
  return Buffer.from(body.image_base64, "base64");
}
