import { describe, expect, it } from "vitest";
import { z } from "zod";
import { example } from "../../testing/example.ts";
import { json, type Step, scriptedFetch } from "../../testing/scripted-fetch.ts";
import { isApiError, isOutputInvalidError, isSchemaNotSupportedError } from "../errors/guards.ts";
import { createSourcesClient } from "../sources-client.ts";
import { ask } from "./ask.ts";
import { extract } from "./extract.ts";
import type { StandardSchemaV1 } from "./standard-schema.ts";

const clientOf = (...steps: Step[]) => {
  const fetch = scriptedFetch(...steps);
  return { client: createSourcesClient({ baseUrl: "http://service.test", fetch }), requests: fetch.requests };
};
const answer = (structured_output: unknown) =>
  json({ ...example<object>("askSources.200.structured"), structured_output });
const schema = z.object({
  years: z.number().nullable(),
  since: z.string().transform((date) => new Date(date)),
});

describe("ask", () => {
  it("sends the simplified schema and returns the validated output", async () => {
    const { client, requests } = clientOf(answer({ years: null, since: "2026-01-12" }));
    const result = await ask(client, { question: "How long?", file_ids: ["f"] }, { schema });
    expect(result.structured_output).toEqual({ years: null, since: new Date("2026-01-12") });
    expect(result.conversation_id).toBe(
      example<{ conversation_id: string }>("askSources.200.structured").conversation_id,
    );
    expect(await requests[0]?.json()).toEqual({
      question: "How long?",
      file_ids: ["f"],
      output_schema: {
        type: "object",
        properties: { years: { type: ["number", "null"] }, since: { type: "string" } },
        required: ["years", "since"],
      },
    });
  });

  it("says where the output does not fit, and keeps it", async () => {
    const output = { years: "two", since: "2026-01-12" };
    const call = ask(clientOf(answer(output)).client, { question: "?" }, { schema });
    await expect(call).rejects.toThrow(/^Structured output does not match the schema at years: /);
    await expect(call).rejects.toSatisfy((error) => isOutputInvalidError(error));
    await expect(call).rejects.toMatchObject({ output });
  });

  it("does not take null for an output", async () => {
    const call = ask(clientOf(answer(null)).client, { question: "?" }, { schema });
    await expect(call).rejects.toSatisfy(isOutputInvalidError);
  });

  it("says in the service's words why there is no output", async () => {
    const said = "No structured output was generated. No value for /years was found.";
    const none = json({
      ...example<object>("askSources.200.structured"),
      answer: said,
      structured_output: null,
    });
    await expect(ask(clientOf(none).client, { question: "?" }, { schema })).rejects.toThrow(said);
  });

  it("refuses what the service could not be asked for, before sending", async () => {
    const { client, requests } = clientOf();
    const union = z.object({ a: z.union([z.string(), z.number()]) });
    await expect(ask(client, { question: "?" }, { schema: union })).rejects.toThrow(
      "Schema not supported at /properties/a",
    );
    await expect(ask(client, { question: "?" }, { schema: z.object({ at: z.date() }) })).rejects.toSatisfy(
      isSchemaNotSupportedError,
    );
    expect(requests).toEqual([]);
  });

  it("throws what the service answers", async () => {
    const { client } = clientOf(json(example("askSources.400"), 400));
    await expect(ask(client, { question: "" }, { schema })).rejects.toSatisfy((error) =>
      isApiError(error, 400),
    );
  });
});

describe("ask with another schema library", () => {
  const plain: StandardSchemaV1<unknown, number> = {
    "~standard": {
      version: 1,
      vendor: "plain",
      validate: async (value) =>
        typeof value === "number"
          ? { value }
          : { issues: [{ message: "no number", path: [{ key: "a" }, 0] }] },
    },
  };

  it("needs the JSON Schema when the library carries none", async () => {
    const call = ask(clientOf().client, { question: "?" }, { schema: plain });
    await expect(call).rejects.toThrow(
      "schemas of this plain carry no JSON Schema (zod does from 4.2 on); pass one as `jsonSchema`",
    );
    const { client, requests } = clientOf(answer(7));
    const jsonSchema = { type: "number" };
    expect((await ask(client, { question: "?" }, { schema: plain, jsonSchema })).structured_output).toBe(7);
    expect(await requests[0]?.json()).toMatchObject({ output_schema: jsonSchema });
  });

  it.each([undefined, { type: "object" }])("says what %j is not", async (schema) => {
    const call = extract(
      clientOf().client,
      { file_ids: ["f"], user_instruction: "" },
      { schema: schema as never },
    );
    await expect(call).rejects.toThrow("not a schema of zod, valibot or arktype; a JSON Schema goes into");
  });

  it("names the place of an issue", async () => {
    const call = ask(clientOf(answer("x")).client, { question: "?" }, { schema: plain, jsonSchema: {} });
    await expect(call).rejects.toThrow("at a.0: no number");
  });
});

describe("extract", () => {
  const request = { file_ids: ["f"], user_instruction: "Find the parties." };
  const result = (structured_output: unknown) =>
    json({ file_ids: ["f"], file_names: ["a.pdf"], structured_output, raw_json: "{}" });

  it("returns validated data", async () => {
    const { client } = clientOf(result({ parties: ["A", "B"] }));
    const { structured_output } = await extract(client, request, {
      schema: z.object({ parties: z.array(z.string()) }),
    });
    expect(structured_output.parties).toEqual(["A", "B"]);
  });

  it("sends a schema that has no simpler form as it is", async () => {
    const { client, requests } = clientOf(result({ a: 1 }));
    const union = z.object({ a: z.union([z.string(), z.number()]) });
    await extract(client, request, { schema: union });
    expect(await requests[0]?.json()).toMatchObject({
      output_schema: z.toJSONSchema(union, { io: "input" }),
    });
  });
});
