import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import type { SettledBuild } from "../../testing/start-server.ts";

const page = `<h1>Kettles</h1><p>A kettle boils water.</p><ul><li>blue</li><li>red</li></ul>
<table><tr><th>Name</th><th>Price</th></tr><tr><td>Blue</td><td>12</td></tr></table>`;

type Elements = { items: { element_id: string; element_type: string; text: string }[]; total: number };

describe("getElements", () => {
  let server: SharedService;
  let build: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    build = await server.ingestAndWait("kettles.html", page);
  });

  const get = (query: string) =>
    server.call<Elements>("GET", `/get-elements?file_id=${build.file_id}${query}`);
  const types = async (query: string) => (await get(query)).body.items.map((item) => item.element_type);

  it("answers all elements in order, each with its text forms and place", async () => {
    const { body } = await get("");
    expect(body).toMatchObject({ total: 5, page: null, page_size: null, total_pages: null });
    expect(body.items).toMatchObject([
      { element_type: "Title", text: "Kettles", markdown: "# Kettles", position: 0, page_number: 1 },
      { element_type: "NarrativeText", text: "A kettle boils water.", position: 1 },
      { element_type: "ListItem", text: "blue" },
      { element_type: "ListItem", text: "red" },
      { element_type: "Table", html: expect.stringContaining("<td>Blue</td>") },
    ]);
    expect(body.items[0]).toMatchObject({
      metadata: { filename: "kettles.html", filetype: "text/html", page_number: 1, element_type: "Title" },
    });
  });

  it("filters by type, page, id and types to leave out, repeated or comma-joined", async () => {
    expect(await types("&type=ListItem")).toEqual(["ListItem", "ListItem"]);
    expect(await types("&type=Chart")).toEqual([]);
    expect(await types("&elementsToRemove=ListItem&elementsToRemove=Table")).toEqual([
      "Title",
      "NarrativeText",
    ]);
    expect(await types("&elementsToRemove=ListItem%2CTable")).toEqual(["Title", "NarrativeText"]);
    expect(await types("&page_numbers=1,2")).toHaveLength(5);
    expect(await types("&page_numbers=2&page_numbers=3")).toEqual([]);
    const { items } = (await get("")).body;
    expect(await types(`&element_ids=${items[4]?.element_id},${items[0]?.element_id}`)).toEqual([
      "Title",
      "Table",
    ]);
  });

  it("reads element ids of only commas as no elements, and other empty lists as not given", async () => {
    expect((await get("&element_ids=,,")).body).toMatchObject({ items: [], total: 0 });
    expect(await types("&element_ids=")).toHaveLength(5);
    expect(await types("&page_numbers=,&elementsToRemove=,")).toHaveLength(5);
  });

  it("finds text in any case and with or without accents, together with the other filters, page by page", async () => {
    expect(await types("&q=BL%C3%9CE")).toEqual(["ListItem", "Table"]);
    expect(await types("&q=boils%20%20water")).toEqual(["NarrativeText"]);
    expect(await types("&q=blue&type=Table")).toEqual(["Table"]);
    expect(await types("&q=teapot")).toEqual([]);
    const { body } = await get("&q=e&page=2&page_size=2");
    expect(body).toMatchObject({ total: 5, total_pages: 3, items: [{ position: 2 }, { position: 3 }] });
    expect((await get(`&q=${"a".repeat(257)}`)).status).toBe(400);
  });

  it("pages the matching elements", async () => {
    const { body } = await get("&page=2&page_size=2");
    expect(body).toMatchObject({ total: 5, page: 2, page_size: 2, total_pages: 3 });
    expect(body.items).toHaveLength(2);
    expect((await get("&page=7&page_size=2")).body.items).toEqual([]);
    for (const one of ["&page=2", "&page_size=2"])
      expect((await get(one)).body).toMatchObject({
        page: null,
        page_size: null,
        total_pages: null,
        items: { length: 5 },
      });
  });

  it("leaves images out when asked", async () => {
    expect((await get("")).body.items[0]).toHaveProperty("img_base64");
    expect((await get("&suppress_img_base64=true")).body.items[0]).not.toHaveProperty("img_base64");
  });

  it.each([
    ["", 400, "file_id is required"],
    ["?file_id=", 400, "file_id is required"],
    ["?file_id=unknown", 404, "File not found"],
    ["?file_id=x&page=1&page_size=101", 400, "page_size must be between 1 and 100"],
    ["?file_id=x&page=0&page_size=1", 400, "page must be 1 or greater"],
    ["?file_id=x&page_numbers=one", 400, "Invalid input: page_numbers[0] must be integer"],
  ])("%s: %i %s", async (query, status, detail) => {
    expect(await server.call("GET", `/get-elements${query}`)).toMatchObject({ status, body: { detail } });
  });
});
