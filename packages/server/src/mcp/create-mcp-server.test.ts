import { describe, expect, it } from "vitest";
import { textOf } from "../../testing/mcp-client.ts";
import { connectTools, fakeOperations, replyOf } from "../../testing/mcp-tools.ts";
import { maxAnswerBytes } from "./answer-size.ts";
import type { CallOperation } from "./call-operation.ts";
import type { Access } from "./tool.ts";

type Schema = { type?: unknown; properties?: Record<string, Schema>; items?: Schema };

/** The objects in a schema that say nothing of their properties. */
function bareObjects(schema: Schema, path: string): string[] {
  const own = schema.type === "object" && Object.keys(schema.properties ?? {}).length === 0 ? [path] : [];
  const inner = Object.entries(schema.properties ?? {}).flatMap(([name, each]) =>
    bareObjects(each, `${path}.${name}`),
  );
  return [...own, ...inner, ...(schema.items ? bareObjects(schema.items, `${path}[]`) : [])];
}

const keywords = (value: unknown): string[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, each]) =>
        key === "properties" ? Object.values(each as object).flatMap(keywords) : [key, ...keywords(each)],
      )
    : [];

const reading = ["search_sources", "ask_sources", "extract_fields", "list_sources", "get_elements"];
const allReading = [...reading, "show_page", "build_status", "search", "fetch"];
const managing = ["delete_source", "reprocess_source", "tag_source"];

describe("the tools", () => {
  it("have at most 12 kB, in schemas that every provider of models takes", async () => {
    const client = await connectTools(fakeOperations({}).call);
    const { tools } = await client.listTools();
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThanOrEqual(12_000);
    for (const { name, inputSchema, outputSchema } of tools) {
      expect(outputSchema, name).toBeUndefined();
      expect(bareObjects(inputSchema as Schema, name)).toEqual([]);
      for (const keyword of keywords(inputSchema))
        expect(
          "type properties required items enum default description minimum maximum maxLength".split(" "),
          name,
        ).toContain(keyword);
    }
    expect(client.getInstructions()?.length).toBeLessThanOrEqual(1_000);
  });

  it.each<[Access, string[]]>([
    ["read", allReading],
    ["write", [...allReading, "ingest_source"]],
    ["manage", [...allReading, "ingest_source", ...managing]],
  ])("are shown to a token that may %s as far as it may use them", async (access, names) => {
    const client = await connectTools(fakeOperations({}).call, { accessOf: async () => access });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name)).toEqual(
      access === "manage" ? ["delete_source"] : [],
    );
  });

  it("change documents with a manage token only", async () => {
    const { call, calls } = fakeOperations({ deleteSource: replyOf({ status: "success", file_id: "f" }) });
    const args = { name: "delete_source", arguments: { file_id: "f" } };
    const writer = await connectTools(call, { accessOf: async () => "write" });
    expect(await writer.callTool(args)).toMatchObject({
      isError: true,
      content: [{ text: "Permission denied" }],
    });
    expect(calls).toEqual([]);
    const manager = await connectTools(call);
    expect((await manager.callTool(args)).structuredContent).toEqual({ status: "success", file_id: "f" });
  });

  it("read empty arguments as absent ones, whatever the tool", async () => {
    const { call, calls } = fakeOperations({});
    const client = await connectTools(call);
    const empty = { file_ids: [], file_names: [""], tags: ["", " "] };
    const send = async (name: string, args: object) => {
      calls.length = 0;
      const result = await client.callTool({ name, arguments: { ...args } });
      return { sent: calls[0], text: textOf(result) };
    };
    const query = { query: "pump", top_k: null, ...empty };
    expect((await send("search_sources", query)).sent?.body).toEqual({ query: "pump" });
    const question = { question: "why?", conversation_id: "", thinking_level: "", ...empty };
    expect((await send("ask_sources", question)).sent?.body).toEqual({ question: "why?" });
    const extraction = { user_instruction: "all", output_schema: '{"enum":["",[]]}', ...empty };
    expect((await send("extract_fields", extraction)).sent?.body).toEqual({
      user_instruction: "all",
      output_schema: { enum: ["", []] },
    });
    const pages = { page: "1", page_size: "100" };
    expect((await send("list_sources", { q: "", tags: [], cursor: "" })).sent?.query).toEqual(pages);
    const element = { file_id: "f", page_numbers: [], type: "", tables: "" };
    expect((await send("get_elements", element)).sent?.query).toEqual({
      ...{ file_id: "f", suppress_img_base64: "true" },
      ...pages,
    });
    const url = {
      url: "https://example.com",
      kind: "",
      content_base64: "",
      file_name: "",
      method: "",
      tags: [],
    };
    expect((await send("ingest_source", url)).sent?.body).toEqual({ url: "https://example.com" });
    expect((await send("support", { query: "", cursor: "" })).sent?.body).toEqual({
      page: 1,
      page_size: 100,
    });
    const untagged = await send("tag_source", { file_id: "f", tags: [] });
    expect([untagged.sent, untagged.text]).toEqual([
      undefined,
      "Invalid input: name either tags or remove_all",
    ]);
    expect((await send("tag_source", { file_id: "f", remove_all: true })).sent?.body).toEqual({ tags: [] });
  });

  it("name the filters where what they select holds nothing, and the argument that is missing", async () => {
    const { call } = fakeOperations({ prebuiltRag: replyOf({ query: "x", chunks: [], total: 0 }) });
    const client = await connectTools(call);
    const text = async (name: string, args: object) =>
      textOf(await client.callTool({ name, arguments: { ...args } }));
    expect(await text("search_sources", { query: "x", tags: ["hr"], file_ids: [] })).toContain(
      "the documents that tags selected has a word of the query",
    );
    expect(await text("search_sources", { query: "x", tags: [] })).toMatch(/^No passage of these documents/);
    expect(await text("fetch", { id: "" })).toBe("Invalid input: id is required");
  });

  it("refuse an argument that they do not have, and name those that they have", async () => {
    const { call, calls } = fakeOperations({});
    const client = await connectTools(call);
    const result = await client.callTool({ name: "search_sources", arguments: { query: "x", file_id: "f" } });
    expect(textOf(result)).toBe(
      'Invalid input: search_sources has no argument "file_id". It takes query, top_k, file_ids, file_names, tags, cursor',
    );
    expect(calls).toEqual([]);
  });

  it("take the schema of an extraction as JSON text or as an object", async () => {
    const { call, calls } = fakeOperations({});
    const client = await connectTools(call);
    const output_schema = { type: "object", properties: { total: { type: "number" } } };
    const extract = async (schema: unknown) =>
      textOf(
        await client.callTool({
          name: "extract_fields",
          arguments: { user_instruction: "The total", output_schema: schema },
        }),
      );
    await extract(output_schema);
    await extract(JSON.stringify(output_schema));
    expect(calls.map(({ body }) => (body as { output_schema: unknown }).output_schema)).toEqual([
      output_schema,
      output_schema,
    ]);
    expect(await extract("{total}")).toBe("Invalid input: output_schema is not JSON");
  });
});

describe("what an answer holds", () => {
  const evil = "a*b [x](http://evil.example) <img src=x>\u0007\u202e.txt";
  const escaped = "a\\*b \\[x](http://evil.example) \\<img src=x>.txt";

  it("escapes names and texts of documents", async () => {
    const citation = {
      index: 1,
      file_id: "f",
      file_name: evil,
      page_number: 1,
      text_preview: `# 1\n${evil}`,
    };
    const chunk = { text: `# 1\n${evil}`, file_id: "f", file_name: evil, page_number: 1, score: 1 };
    const { call } = fakeOperations({
      askSources: ({ body }) => {
        const { question } = body as { question: string };
        const usage = { model: question === "by a model?" ? "m" : null };
        return replyOf({ answer: `*Yes* ${evil} [1].`, citations: [citation], conversation_id: "c", usage });
      },
      prebuiltRag: replyOf({
        query: "x",
        total: 1,
        chunks: [{ ...chunk, metadata: { chunk_id: "c", title: evil } }],
      }),
      getElements: replyOf({
        items: [{ element_id: "e", text: `# 1\n${evil}`, page_number: 1, metadata: { filename: evil } }],
        total: 1,
      }),
    });
    const client = await connectTools(call);
    const text = async (name: string, args: Record<string, unknown>) =>
      textOf(await client.callTool({ name, arguments: args }));
    expect(await text("ask_sources", { question: "by a model?" })).toMatch(/^\*Yes\* a\*b \[x\]/);
    expect(await text("ask_sources", { question: "x" })).toBe(
      `\\*Yes\\* ${escaped} [1].\n\nSources:\n[1] ${escaped} (file_id f), page 1: # 1 ${escaped}\n\nconversation_id: c`,
    );
    expect(await text("search_sources", { query: "x" })).toBe(
      `## 1. ${escaped}, page 1 › ${escaped}\n\n\\# 1\n${escaped}\n\n(file_id f, score 1)`,
    );
    expect(await text("get_elements", { file_id: "f" })).toBe(
      `${escaped}, elements 1 to 1 of 1\n\n[page 1]\n\n\\# 1\n${escaped}`,
    );
  });

  it("fits, whatever the tool, with a cursor for the rest", async () => {
    const long = "word ".repeat(400);
    const many = <Item>(count: number, make: (index: number) => Item) =>
      Array.from({ length: count }, (_, i) => make(i));
    const chunks = many(100, (i) => ({
      ...{ text: `passage${i}. ${long}`, file_id: "f", file_name: "a.txt", page_number: 1, score: 1 },
      metadata: { chunk_id: `c${i}` },
    }));
    const items = many(100, (i) => ({
      page_content: `item${i}. ${long}`,
      metadata: { source: "a.txt", chunk_id: `c${i}` },
    }));
    const sources = many(100, (i) => ({
      ...{ file_id: `f${i}`, file_name: `${"n".repeat(250)}.txt`, status: "Completed", created_at: null },
      tags: many(20, () => "t".repeat(64)),
    }));
    const citations = many(200, (i) => ({
      index: i,
      file_name: "a.txt",
      file_id: "f",
      page_number: 1,
      text_preview: long,
    }));
    const evidence = many(200, () => ({ path: "$.a", file_id: "f", file_name: "a.txt", quote: long }));
    const { call } = fakeOperations({
      prebuiltRag: replyOf({ query: "x", chunks, total: 100 }),
      runFlow: replyOf({ items, total: 100, page: 1, page_size: 100, total_pages: 1 }),
      listSources: replyOf(sources, 200, { "x-total-count": "100" }),
      askSources: replyOf({ answer: long.repeat(30), citations, conversation_id: "c", usage: {} }),
      runExtraction: replyOf({ structured_output: { a: long }, raw_json: long, evidence, message: null }),
    });
    const client = await connectTools(call);
    const calls: [string, Record<string, unknown>, RegExp][] = [
      ["search_sources", { query: "x" }, /passage\d+\./g],
      ["support", { query: "x" }, /item\d+\./g],
      ["list_sources", {}, /"file_id":"f\d+"/g],
    ];
    for (const [name, args, mark] of calls) {
      const seen: string[] = [];
      let next: unknown;
      do {
        const result = await client.callTool({
          name,
          arguments: { ...args, ...(next ? { cursor: next } : {}) },
        });
        expect(Buffer.byteLength(JSON.stringify(result)), name).toBeLessThan(maxAnswerBytes * 1.2);
        seen.push(...(textOf(result).match(mark) ?? []));
        next =
          result._meta?.["headwater/next-cursor"] ??
          (result.structuredContent as { next_cursor?: string })?.next_cursor;
        if (next && name !== "list_sources") expect(textOf(result)).toContain(`cursor: ${next}]`);
      } while (next);
      expect([seen.length, new Set(seen).size], name).toEqual([100, 100]);
    }
    const answer = textOf(await client.callTool({ name: "ask_sources", arguments: { question: "x" } }));
    expect(Buffer.byteLength(answer)).toBeLessThanOrEqual(maxAnswerBytes);
    expect(answer).toMatch(/\[Cut here.*\n\nconversation_id: c$/s);
    const extraction = { user_instruction: "x", output_schema: "{}" };
    const extracted = JSON.parse(
      textOf(await client.callTool({ name: "extract_fields", arguments: extraction })),
    );
    expect(extracted).toEqual({ structured_output: { a: long }, evidence_left_out: 200 });
  });

  it("is what research agents take: search gives ids, and fetch the text behind them", async () => {
    const chunk = { text: "The pump.", file_id: "f", file_name: "a.txt", page_number: 3, score: 1 };
    const elements = Array.from({ length: 30 }, (_, at) => ({
      ...{
        element_id: `e${at}`,
        position: at,
        page_number: at + 1,
        text: `text${at} ${"word ".repeat(800)}`,
      },
      metadata: { filename: "a.txt" },
    }));
    const { call } = fakeOperations({
      prebuiltRag: replyOf({
        query: "x",
        total: 1,
        chunks: [{ ...chunk, metadata: { element_ids: ["e2", "e3"] } }],
      }),
      getElements: ({ query }) =>
        query?.element_ids
          ? replyOf({
              items: elements.filter(({ element_id }) => query.element_ids?.includes(element_id)),
              total: 1,
            })
          : replyOf({ items: elements, total: 30 }),
    });
    const client = await connectTools(call);
    const found = JSON.parse(textOf(await client.callTool({ name: "search", arguments: { query: "x" } })));
    expect(found).toEqual({
      results: [
        { id: "f/e2", title: "a.txt, page 3", url: "headwater://sources/f/pages/3", text: "The pump." },
      ],
    });
    const texts: string[] = [];
    for (let id = found.results[0].id; id; ) {
      const fetched = JSON.parse(textOf(await client.callTool({ name: "fetch", arguments: { id } })));
      expect(fetched).toMatchObject({ id, title: "a.txt", metadata: { file_id: "f" } });
      texts.push(...fetched.text.match(/text\d+/g));
      id = fetched.metadata.next_id;
    }
    expect(texts).toEqual(elements.slice(2).map(({ text }) => text.split(" ")[0]));
  });
});

describe("a call that takes long", () => {
  /** An operation that ends when it is allowed to. */
  function createSlow() {
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const call: CallOperation = async () => {
      await ended;
      return replyOf({ answer: "Yes.", citations: [], conversation_id: "c", usage: {} });
    };
    return { call, end };
  }

  it("sends progress to a client that asks for it", async () => {
    const { call, end } = createSlow();
    const client = await connectTools(call, { progressMs: 1 });
    const heard: number[] = [];
    const onprogress = ({ progress }: { progress: number }) => {
      heard.push(progress);
      if (heard.length === 3) end();
    };
    const answer = await client.callTool(
      { name: "ask_sources", arguments: { question: "x" } },
      { onprogress },
    );
    expect(textOf(answer)).toContain("Yes.");
    expect(heard.length).toBeGreaterThanOrEqual(3);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
  });

  it("waits for a build, and says how far it is", async () => {
    const states = [
      { status: "Processing", progress: { done: 1, total: 4, unit: "page" } },
      { status: "Processing", progress: { done: 3, total: 4, unit: "page" } },
      { status: "Completed", progress: null },
    ];
    const { call, calls } = fakeOperations({ getBuild: () => replyOf(states.shift()) });
    const client = await connectTools(call);
    const heard: unknown[] = [];
    const result = await client.callTool(
      { name: "build_status", arguments: { build_id: "b", wait: 12 } },
      { onprogress: ({ message }) => heard.push(message) },
    );
    expect(result.structuredContent).toEqual({ status: "Completed" });
    expect(heard).toEqual(["1 of 4 (page)", "3 of 4 (page)"]);
    expect(calls.map(({ waitSeconds }) => waitSeconds)).toEqual([5, 5, 2]);
    const refused = await client.callTool({ name: "build_status", arguments: { build_id: "b", wait: 600 } });
    expect(textOf(refused)).toBe("Invalid input: wait must be a number of seconds from 0 to 60");
  });
});

describe("prompts", () => {
  it("are texts for common tasks, with what the user filled in", async () => {
    const client = await connectTools(fakeOperations({}).call);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toContain("compare_documents");
    const args = { first: "a.pdf", second: "b.pdf" };
    const { messages } = await client.getPrompt({ name: "compare_documents", arguments: args });
    expect(JSON.stringify(messages)).toMatch(/a\.pdf and b\.pdf\./);
    const without = { name: "compare_documents", arguments: { first: "a.pdf", second: " " } };
    await expect(client.getPrompt(without)).rejects.toThrow("second is required");
    await expect(client.getPrompt({ name: "nothing" })).rejects.toThrow("Prompt nothing not found");
  });
});
