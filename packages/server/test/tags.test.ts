import { beforeAll, describe, expect, it } from "vitest";
import { type SharedService, sharedService } from "../testing/shared-service.ts";

type Listed = { file_id: string; file_name: string; tags: string[] };

describe("tags", () => {
  let server: SharedService;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    server = await sharedService();
    const documents = {
      "acme.txt": ["The lamp of Acme costs 20 dollars.", ["invoices", "paid"]],
      "birch.txt": ["The lamp of Birch costs 30 dollars.", ["invoices"]],
      "cedar.txt": ["The lamp of Cedar costs 40 dollars.", []],
    } as const;
    for (const [name, [text, tags]] of Object.entries(documents)) {
      const { build_id } = (await (await upload(name, text, tags)).json()) as { build_id: string };
      await server.waitFor(build_id);
    }
    for (const { file_id, file_name } of await list("")) ids[file_name] = file_id;
  });

  const upload = async (name: string, text: string, tags: readonly string[], path = "/ingest-file") => {
    const form = new FormData();
    for (const tag of tags) form.append("tags", tag);
    form.append("file", new Blob([text]), name);
    // The whole form at once, so that its length is known.
    const request = new Request("http://form", { method: "POST", body: form });
    const body = await request.arrayBuffer();
    return server.fetch(server.baseUrl + path, {
      method: "POST",
      body,
      headers: {
        authorization: `Bearer ${server.token}`,
        "content-type": request.headers.get("content-type") ?? "",
        "content-length": String(body.byteLength),
      },
    });
  };
  const list = async (query: string) => (await server.call<Listed[]>("GET", `/${query}`)).body;
  const names = async (query: string) => (await list(query)).map(({ file_name }) => file_name);

  it("come with an upload, in as many fields, and stand on the source", async () => {
    expect(await list("?sort=file_name")).toMatchObject([
      { tags: ["invoices", "paid"] },
      { tags: ["invoices"] },
      { tags: [] },
    ]);
  });

  it("refuse an upload that has too many, and keep nothing of it", async () => {
    const tooMany = Array.from({ length: 40 }, (_, index) => `tag ${index}`);
    const refused = await upload("many.txt", "text", tooMany);
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: expect.stringContaining("at most 20 tags") });
    expect(await names("?q=many")).toEqual([]);
  });

  it("come with an address too", async () => {
    const url = "https://example.com/priced";
    for (const [path, sent] of [
      ["/ingest-url", url],
      ["/upload-url-source", url],
      ["/ingest-github", "https://github.com/example/lamps"],
      ["/ingest-youtube", "https://youtu.be/dQw4w9WgXcQ"],
    ] as const) {
      const { status } = await server.call("POST", path, { url: sent, tags: [`by ${path}`] });
      expect(status).toBe(200);
      const [added] = await list(`?tags=${encodeURIComponent(`by ${path}`)}`);
      expect(added?.tags).toEqual([`by ${path}`]);
      await server.call("DELETE", "/delete", { file_id: added?.file_id });
    }
  });

  it("narrow a list to sources with any of them, in the address and in a body", async () => {
    expect(await names("?tags=invoices&sort=file_name")).toEqual(["acme.txt", "birch.txt"]);
    expect(await names("?tags=paid,open")).toEqual(["acme.txt"]);
    expect(await names("?tags=Paid")).toEqual([]);
    expect(await names(`?tags=paid&file_ids=${ids["birch.txt"]}`)).toEqual([]);
    expect(await names("?tags=")).toHaveLength(3);
    const byBody = await server.call<Listed[]>("POST", "/list-sources", { tags: ["paid"] });
    expect(byBody.body.map(({ file_name }) => file_name)).toEqual(["acme.txt"]);
    expect((await server.call("POST", "/list-sources", { tags: [] })).body).toEqual([]);
  });

  it("narrow a retrieval and a question, and leave nothing to answer from where no source has them", async () => {
    const found = async (selection: object) => {
      const { body } = await server.call<{ chunks: { file_name: string }[] }>("POST", "/prebuilt-rag", {
        query: "What does the lamp cost?",
        ...selection,
      });
      return body.chunks.map(({ file_name }) => file_name).sort();
    };
    expect(await found({})).toEqual(["acme.txt", "birch.txt", "cedar.txt"]);
    expect(await found({ tags: ["invoices"] })).toEqual(["acme.txt", "birch.txt"]);
    expect(await found({ tags: ["invoices"], file_ids: [ids["acme.txt"], ids["cedar.txt"]] })).toEqual([
      "acme.txt",
    ]);
    expect(await found({ tags: ["unheard of"] })).toEqual([]);
    expect(await found({ tags: [] })).toEqual([]);

    const ask = async (tags: string[]) =>
      (
        await server.call<{ answer: string; citations: { file_name: string }[] }>("POST", "/ask-sources", {
          question: "What does the lamp cost?",
          tags,
        })
      ).body;
    const paid = await ask(["paid"]);
    expect(paid.answer).toContain("20 dollars");
    expect(new Set(paid.citations.map(({ file_name }) => file_name))).toEqual(new Set(["acme.txt"]));
    expect((await ask(["unheard of"])).answer).toContain("nothing to answer from");
  });

  it("name the files of an extraction", async () => {
    const extract = (selection: object) =>
      server.call<{ file_ids: string[]; detail: string }>("POST", "/run-extraction", {
        user_instruction: "The price of the lamp in dollars",
        output_schema: { type: "object", properties: { price: { type: ["string", "null"] } } },
        ...selection,
      });
    expect((await extract({ tags: ["invoices"] })).body.file_ids.sort()).toEqual(
      [ids["acme.txt"], ids["birch.txt"]].sort(),
    );
    expect(await extract({ tags: ["unheard of"] })).toMatchObject({
      status: 400,
      body: { detail: "At least one of file_ids or file_names is required" },
    });
    expect((await extract({ tags: [] })).status).toBe(400);
  });

  it("are gone with their source", async () => {
    await upload("gone.txt", "Soon gone.", ["canary-tag"]);
    const [gone] = await list("?tags=canary-tag");
    await server.call("DELETE", "/delete", { file_id: gone?.file_id });
    expect(await list("?tags=canary-tag")).toEqual([]);
  });
});
