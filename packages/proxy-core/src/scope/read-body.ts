import { refuse } from "../errors.ts";
import type { PlannedBody } from "../plan.ts";
import { writeJson } from "../write-json.ts";
import { bodyFieldsOf } from "./request-fields.ts";
import type { ScopedRequest } from "./scoped-request.ts";

export type BodyValues = Record<string, unknown>;

const invalid = (detail: string) => refuse(400, `Invalid input: ${detail}`);

/**
 * The known fields of a JSON body; null means absent. What is sent on is written anew of these values, so that the
 * service reads exactly what was checked, however the client spelled it.
 */
export async function readBody({ call, header, readBody: read }: ScopedRequest): Promise<BodyValues> {
  const type = header("content-type");
  if (type !== undefined && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    throw invalid("Content-Type must be application/json");
  const bytes = await read();
  if (bytes.byteLength === 0) return {};
  const parsed = parse(bytes);
  if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed))
    throw invalid("the body must be a JSON object");
  const values: BodyValues = {};
  for (const name of bodyFieldsOf(call.operation)) {
    if (!Object.hasOwn(parsed, name)) continue;
    const value = (parsed as BodyValues)[name];
    if (value !== null) values[name] = value;
  }
  return values;
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw invalid("the body is not valid JSON");
  }
}

export const writeBody = (values: BodyValues): PlannedBody => ({ kind: "bytes", bytes: writeJson(values) });

/** A field that is a text when it is there. */
export function textOf(values: BodyValues, name: string): string | undefined {
  const value = values[name];
  if (value === undefined || typeof value === "string") return value;
  throw invalid(`${name} must be a string`);
}

/** A field that is a list of texts when it is there. */
export function textsOf(values: BodyValues, name: string): string[] | undefined {
  const value = values[name];
  if (value === undefined) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value;
  throw invalid(`${name} must be an array of strings`);
}
