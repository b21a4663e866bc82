import { readJsonBody, sentName, spellingNotice } from "@headwater/spec";
import { refuse } from "../errors.ts";
import type { PlannedBody } from "../plan.ts";
import { writeJson } from "../write-json.ts";
import { bodyFieldsOf } from "./request-fields.ts";
import type { ScopedRequest } from "./scoped-request.ts";

export type BodyValues = Record<string, unknown>;

const invalid = (detail: string) => refuse(400, `Invalid input: ${detail}`);

/**
 * Reads the known fields of a JSON body; null means absent. The forwarded body is written from these values, so the
 * service reads exactly what was checked, however the client spelled it.
 */
export async function readBody({
  call,
  header,
  readBody: readBytes,
  note,
}: ScopedRequest): Promise<BodyValues> {
  const read = readJsonBody({
    bytes: await readBytes(),
    contentType: header("content-type"),
    contentEncoding: header("content-encoding"),
  });
  if ("problem" in read) throw refuse(400, read.problem);
  const { value: sent = {} } = read;
  if (typeof sent !== "object" || sent === null || Array.isArray(sent))
    throw invalid("the body must be a JSON object");
  const given = new Map(Object.entries(sent));
  const values: BodyValues = {};
  for (const field of bodyFieldsOf(call.operation)) {
    const name = sentName(field, (candidate) => (given.get(candidate) ?? null) !== null);
    if (name === undefined) continue;
    values[field] = given.get(name);
    if (name !== field) note(spellingNotice(field, name));
  }
  return values;
}

export const writeBody = (values: BodyValues): PlannedBody => ({ kind: "bytes", bytes: writeJson(values) });

/** Reads a field that must be text when it is present. */
export function textOf(values: BodyValues, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || typeof value === "string") return value;
  throw invalid(`${name} must be a string`);
}

/** Reads a field that must be a list of texts when it is present. */
export function textsOf(values: BodyValues, name: string): string[] | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw invalid(`${name} must be an array of strings`);
}
