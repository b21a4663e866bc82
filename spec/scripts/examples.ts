import { readdir, readFile } from "node:fs/promises";
import type { Json, MediaType, OpenApiDocument } from "./document.ts";
import { operationsOf } from "./document.ts";

/** `name` is the case of a file `<operationId>.<status>.<case>.json`, or `default` where the file names none. */
export type Example = { file: string; operationId: string; status: string; name: string; value: Json };

const fileName = /^(?<operationId>\w+)\.(?<status>\d{3})(?:\.(?<name>[a-z0-9-]+))?\.json$/;

export async function readExamples(folder: URL): Promise<Example[]> {
  const files = (await readdir(folder)).sort();
  return Promise.all(
    files.map(async (file) => {
      const parts = fileName.exec(file)?.groups;
      if (parts === undefined) throw new Error(`examples/${file}: not <operationId>.<status>[.<case>].json`);
      const value = JSON.parse(await readFile(new URL(file, folder), "utf8")) as Json;
      const { operationId = "", status = "", name = "default" } = parts;
      return { file, operationId, status, name, value };
    }),
  );
}

/** Puts the examples beside the schema of their response: one as `example`, several as named `examples`. */
export function addExamples(document: OpenApiDocument, examples: Example[]): void {
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      const media = response.content?.["application/json"];
      if (media === undefined) continue;
      const own = examples.filter((e) => e.operationId === operation.operationId && e.status === status);
      addTo(media, own);
    }
  }
}

function addTo(media: MediaType, examples: Example[]): void {
  const [first, ...others] = examples;
  if (first === undefined) return;
  if (others.length === 0) media.example = first.value;
  else media.examples = Object.fromEntries(examples.map(({ name, value }) => [name, { value }]));
}
