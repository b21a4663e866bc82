import { beforeAll, describe, expect, it } from "vitest";
import { samplePdf } from "../../testing/documents/sample-pdf.ts";
import { type SharedService, sharedService } from "../../testing/shared-service.ts";
import { type SettledBuild, startServer } from "../../testing/start-server.ts";

type Chunks = { query: string; total: number; chunks: { text: string; file_id: string; score: number }[] };

describe("prebuiltRag", () => {
  let server: SharedService;
  let kettles: SettledBuild;
  let bridges: SettledBuild;
  beforeAll(async () => {
    server = await sharedService();
    kettles = await server.ingestAndWait(
      "kettles.md",
      "# Kettles\n\nA kettle boils water for tea.\n\n# Café\n\nThe café opens at nine.",
    );
    bridges = await server.ingestAndWait(
      "bridges.md",
      "# Bridges\n\nA suspension bridge hangs from cables over water.",
    );
  });

  const retrieve = async (body: object) => (await server.call<Chunks>("POST", "/prebuilt-rag", body)).body;

  it("finds the second passage of a question that joins facts, and the same first ones for every top_k", async () => {
    const own = await startServer({ HEADWATER_EMBEDDING_MODEL: "built-in" });
    try {
      await own.ingestAndWait("brand.md", "# Brand\n\nA verse tragedy of 1865 by Henrik Ibsen.");
      await own.ingestAndWait("ibsen.md", "# Henrik Ibsen\n\nHis house stands in Skien.");
      for (let at = 0; at < 12; at++)
        await own.ingestAndWait(
          `town-${at}.md`,
          `# Timetable ${at}\n\nThe bus to town leaves at ${at} minutes past the hour.`,
        );
      await expect
        .poll(async () => {
          const ready = await own.fetch(`${own.baseUrl.replace(/\/sources$/, "")}/readyz`);
          return ((await ready.json()) as { embedding: { state: string } }).embedding.state;
        })
        .toBe("ready");
      const found = async (top_k: number) => {
        const query = "In which town did the writer who wrote Brand live?";
        const { body } = await own.call<Chunks>("POST", "/prebuilt-rag", { query, top_k });
        return body.chunks.map(({ text }) => text);
      };
      const ten = await found(10);
      expect(ten.join()).toContain("Skien");
      expect((await found(50)).slice(0, 10)).toEqual(ten);
      expect(await found(4)).toEqual(ten.slice(0, 4));
    } finally {
      await own.close();
    }
  });

  it("answers the best chunk first, with its place", async () => {
    const body = await retrieve({ query: "boiling kettles" });
    expect(body.query).toBe("boiling kettles");
    expect(body.total).toBe(body.chunks.length);
    expect(body.chunks[0]).toMatchObject({
      file_id: kettles.file_id,
      file_name: "kettles.md",
      page_number: 1,
      text: expect.stringContaining("A kettle boils water"),
      metadata: { title: expect.any(String), element_ids: expect.any(Array) },
    });
    for (const { score } of body.chunks) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
    }
    const scores = body.chunks.map((chunk) => chunk.score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it("says which sentence of a passage to look at, and where it stands", async () => {
    const [chunk] = (await retrieve({ query: "when does the café open" })).chunks;
    expect(chunk).toMatchObject({
      metadata: {
        best_sentence: { text: "The café opens at nine.", page_number: 1, bounding_box: null, box: null },
      },
    });
    const report = samplePdf({ pages: 2, seed: 7, keyword: "Kestrel" });
    const { file_id } = await server.ingestAndWait("report.pdf", report);
    const [hit] = (await retrieve({ query: "Kestrel", file_ids: [file_id] })).chunks;
    expect(hit).toMatchObject({
      metadata: {
        best_sentence: {
          text: expect.stringContaining("Kestrel"),
          element_id: expect.any(String),
          bounding_box: { left: expect.any(Number), width: expect.any(Number) },
          box: "words",
        },
      },
    });
    await server.call("DELETE", "/delete", { file_id });
  });

  it("stems English and folds accents", async () => {
    expect((await retrieve({ query: "hanging cable" })).chunks[0]?.file_id).toBe(bridges.file_id);
    expect((await retrieve({ query: "CAFE" })).chunks[0]?.text).toContain("café opens");
  });

  it("searches only the files named; an empty list means none", async () => {
    const files = async (selection: object) =>
      new Set((await retrieve({ query: "water", ...selection })).chunks.map((chunk) => chunk.file_id));
    expect(await files({})).toEqual(new Set([kettles.file_id, bridges.file_id]));
    expect(await files({ file_ids: [bridges.file_id] })).toEqual(new Set([bridges.file_id]));
    expect(await files({ file_names: ["kettles.md"] })).toEqual(new Set([kettles.file_id]));
    expect(await files({ file_ids: [] })).toEqual(new Set());
  });

  it("answers at most top_k, and the same order each time", async () => {
    expect((await retrieve({ query: "water", top_k: 1 })).total).toBe(1);
    expect(await retrieve({ query: "water" })).toEqual(await retrieve({ query: "water" }));
  });

  it("reads words of query languages as plain words", async () => {
    for (const query of ['"unclosed', "a AND (", "text:*", "'; DROP TABLE chunks; --", "+-!{}[]^~?:\\/"]) {
      expect(await server.call("POST", "/prebuilt-rag", { query })).toMatchObject({ status: 200 });
    }
  });

  it.each([
    [{}, 400, "query is required"],
    [{ query: "" }, 400, "query is required"],
    [{ query: 5 }, 400, "Invalid input: query must be string"],
    [{ query: "x", top_k: 0 }, 400, "Invalid input: top_k must be >= 1"],
    [{ query: "x", top_k: 101 }, 400, "Invalid input: top_k must be <= 100"],
    [{ query: "x", file_ids: ["unknown"] }, 404, "File not found"],
    [{ query: "x", file_names: ["unknown.md"] }, 404, "File not found"],
  ])("%j: %i %s", async (body, status, detail) => {
    expect(await server.call("POST", "/prebuilt-rag", body)).toMatchObject({ status, body: { detail } });
  });
});
