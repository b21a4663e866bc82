import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { examplesOf, readExamples } from "../scripts/examples.ts";
import { allOperations, documents } from "./documents.ts";

const examples = await readExamples(new URL("../examples/", import.meta.url));

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
formats.default(ajv);
for (const [name, document] of Object.entries(documents)) ajv.addSchema(document, name);

/** Every request body and response body of an operation, by media type. */
const bodies = allOperations.flatMap(({ surface, method, path, operation }) => {
  const at = ["paths", path, method.toLowerCase()];
  const places = Object.entries(operation.responses).map(([status, body]) => ({
    status,
    body,
    keys: [...at, "responses", status],
  }));
  if (operation.requestBody)
    places.push({ status: "request", body: operation.requestBody as never, keys: [...at, "requestBody"] });
  return places.flatMap(({ status, body, keys }) =>
    Object.keys(body.content ?? {}).map((mediaType) => ({
      id: operation.operationId,
      status,
      mediaType,
      pointer: pointerTo(surface, ...keys, "content", mediaType, "schema"),
    })),
  );
});

function pointerTo(surface: string, ...keys: string[]): string {
  const parts = keys.map((key) => encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1")));
  return `${surface}#/${parts.join("/")}`;
}

function errorsOf(pointer: string, value: unknown): unknown[] {
  const validate = ajv.getSchema(pointer);
  if (validate === undefined) throw new Error(`No schema ${pointer}`);
  return validate(value) ? [] : (validate.errors ?? []);
}

/** Server-sent events as the schema describes them: name and data. */
const eventsOf = (stream: string) =>
  stream
    .trim()
    .split("\n\n")
    .map((frame) => {
      const [, event, data = ""] = /^id: \d+\nevent: ([\w.]+)\ndata: (.+)$/.exec(frame) ?? [];
      return { event, data: JSON.parse(data) as unknown };
    });

describe.each(bodies)("$id $status $mediaType", ({ id, status, mediaType, pointer }) => {
  const own = examplesOf(examples, id, status, mediaType);

  test("has an example without a case name", () => {
    expect(own.map(({ name }) => name)).toContain("default");
  });

  test.each(own)("$file is valid", ({ value }) => {
    const values = mediaType === "text/event-stream" ? eventsOf(value as string) : [value];
    for (const each of values) expect(errorsOf(pointer, each)).toEqual([]);
  });
});

test("every example belongs to a documented body", () => {
  const known = new Set(
    bodies.flatMap(({ id, status, mediaType }) =>
      examplesOf(examples, id, status, mediaType).map(({ file }) => file),
    ),
  );
  expect(examples.filter(({ file }) => !known.has(file)).map(({ file }) => file)).toEqual([]);
});

test("the documents show the examples beside their schemas, requests and streams too", () => {
  const post = documents.sources.paths["/ask-sources"]?.post;
  expect(post?.requestBody?.content["application/json"]?.examples?.default?.value).toMatchObject({
    question: expect.any(String),
  });
  const streams = post?.responses["200"]?.content?.["text/event-stream"]?.examples;
  expect(streams?.default?.value).toMatch(/^id: 1\nevent: status\ndata: /);
});

test("a stream ends with one answer or one error, and its deltas are the answer", () => {
  for (const { value } of examplesOf(examples, "askSources", "200", "text/event-stream")) {
    const events = eventsOf(value as string);
    expect(events.slice(0, -1).map(({ event }) => event)).not.toContain("answer");
    const last = events.at(-1);
    expect(["answer", "error"]).toContain(last?.event);
    if (last?.event !== "answer") continue;
    const deltas = events.flatMap(({ event, data }) =>
      event === "delta" ? [(data as { text: string }).text] : [],
    );
    expect((last.data as { answer: string }).answer).toBe(deltas.join(""));
  }
});

test("the picture is a PNG", () => {
  for (const { value } of examplesOf(examples, "getPageScreenshot", "200", "image/png"))
    expect(
      Buffer.from(value as string, "base64")
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
});

test("a wrong example would be noticed", () => {
  expect(errorsOf("sources#/components/schemas/Build", { build_id: "b", status: "Done" })).not.toEqual([]);
});

test("error examples repeat detail as message", () => {
  const errors = examples.filter(
    ({ operationId, status }) => Number(status) >= 400 && operationId !== "getReadiness",
  );
  for (const { file, value } of errors) {
    const { detail, message } = value as { detail?: string; message?: string };
    expect(detail, file).toBeTruthy();
    expect(message, file).toBe(detail);
  }
});
