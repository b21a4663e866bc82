import { readdir, readFile } from "node:fs/promises";
import type { Json, MediaType, OpenApiDocument } from "./document.ts";
import { operationsOf } from "./document.ts";

/** `name` is the case of a file `<operationId>.<status>.<case>.json`, or `default` where the file names none. */
export type Example = {
  file: string;
  operationId: string;
  /** A status, or `request` for the body of the request. */
  status: string;
  name: string;
  kind: Kind;
  value: Json;
};

type Kind = "json" | "txt" | "png";

/** The media types of an example file. A form is shown as the JSON of its fields, a file of any type as a text. */
const mediaTypes: Record<Kind, readonly string[]> = {
  json: ["application/json", "multipart/form-data"],
  txt: ["text/event-stream", "*/*"],
  png: ["image/png"],
};

const fileName =
  /^(?<operationId>\w+)\.(?<status>\d{3}|request)(?:\.(?<name>[a-z0-9-]+))?\.(?<kind>json|txt|png)$/;

export async function readExamples(folder: URL): Promise<Example[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const parts = fileName.exec(file)?.groups;
      if (parts === undefined)
        throw new Error(
          `examples/${file}: not <operationId>.<status or request>[.<case>].<json, txt or png>`,
        );
      const { operationId = "", status = "", name = "default" } = parts;
      const kind = parts.kind as Kind;
      return { file, operationId, status, name, kind, value: await read(new URL(file, folder), kind) };
    }),
  );
}

/** The documents are JSON, so the bytes of a picture become base64. */
async function read(file: URL, kind: Kind): Promise<Json> {
  if (kind === "png") return readFile(file, "base64");
  const text = await readFile(file, "utf8");
  return kind === "json" ? (JSON.parse(text) as Json) : text;
}

/** Examples of one media type of an operation's request, or of its answer with a status. The example without a case comes first. */
export const examplesOf = (
  examples: Example[],
  operationId: string,
  status: string,
  mediaType: string,
): Example[] =>
  examples
    .filter(
      (example) =>
        example.operationId === operationId &&
        example.status === status &&
        mediaTypes[example.kind].includes(mediaType),
    )
    .sort((one, other) => Number(other.name === "default") - Number(one.name === "default"));

/** Adds the examples to their body: one as `example`, several as named `examples`. */
export function addExamples(document: OpenApiDocument, examples: Example[]): void {
  for (const { operation } of operationsOf(document)) {
    const bodies = { ...operation.responses, request: operation.requestBody };
    for (const [status, body] of Object.entries(bodies)) {
      for (const [mediaType, media] of Object.entries(body?.content ?? {}))
        addTo(media, examplesOf(examples, operation.operationId, status, mediaType));
    }
  }
}

function addTo(media: MediaType, examples: Example[]): void {
  const [first, ...others] = examples;
  if (first === undefined) return;
  if (others.length === 0) media.example = first.value;
  else media.examples = Object.fromEntries(examples.map(({ name, value }) => [name, { value }]));
}
