import { listKind, type QueryKind, readJsonBody, readQuery } from "@headwater/spec";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { isNumberText, numberWanted } from "../kernel/number-text.ts";
import { invalidInput } from "../kernel/service-error.ts";
import { readBodyFields } from "./read-body-fields.ts";
import {
  findOperation,
  type Parameter,
  resolveRef,
  type Schema,
  type SpecDocument,
} from "./request-schema.ts";
import { createSchemaCompiler } from "./schema-compiler.ts";

/** A request as received, as plain data. Reading it needs nothing else. */
export type RawRequest = {
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  /** The bytes of a JSON body; undefined for any other. */
  body: Uint8Array | undefined;
  contentType: string | undefined;
  contentEncoding: string | undefined;
};

export type ReadRequest = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: unknown;
  /** The deprecated spellings that were understood. The answer names them. */
  notices: string[];
};

/** The contract's texts about fields, by field. They differ between operations. */
export type FieldMessages = Record<string, string>;

export type CreateReadRequest = (
  operationId: string,
  /** For fields that are missing, and for those with a value that will not do. */
  texts?: { required?: FieldMessages | undefined; invalid?: FieldMessages | undefined },
) => (request: RawRequest) => ReadRequest;

/**
 * Reads and validates requests of operations with the spec's own JSON. The schemas of an operation are compiled at its
 * first request, because compiling all of them would take most of the start. The returned function throws a 400 that
 * names the field.
 */
export function createReadRequests(document: SpecDocument): CreateReadRequest {
  const compile = createSchemaCompiler(document);
  return (operationId, { required = {}, invalid = {} } = {}) => {
    const { parameters, body: bodySchema } = findOperation(document, operationId);
    const params = compile.texts(parameterSchema(parameters, "path"));
    const query = compile.texts(parameterSchema(parameters, "query"));
    const body = bodySchema ? compile.exact(bodySchema) : null;
    const fields = parameters
      .filter((parameter) => parameter.in === "query")
      .map((parameter) => [parameter.name, kindOf(document, parameter)] as const);

    const check = (validator: ValidateFunction, value: unknown, json?: unknown) => {
      if (!validator(value)) throw invalidInput(describe(validator.errors?.[0], json, required, invalid));
    };

    return (request) => {
      const path = { ...request.params };
      const sent = (name: string) =>
        Object.hasOwn(request.query, name) ? [request.query[name] ?? []].flat() : [];
      const { values, notices } = readQuery(fields, sent);
      check(params(), path);
      check(query(), values);
      if (!bodySchema || !body) return { params: path, query: values, body: undefined, notices };
      const read = readBodyFields(document, bodySchema, parseBody(request));
      check(body(), read.value, read.value);
      return { params: path, query: values, body: read.value, notices: [...notices, ...read.notices] };
    };
  };
}

function parseBody({ body, contentType, contentEncoding }: RawRequest): unknown {
  const read = readJsonBody({ bytes: body ?? new Uint8Array(), contentType, contentEncoding });
  if ("problem" in read) throw invalidInput(read.problem);
  return read.value ?? {};
}

function kindOf(document: SpecDocument, { name, schema }: Parameter): QueryKind {
  const { type } = resolveRef<Schema>(document, schema);
  if (type === "array") return listKind(name);
  return type === "boolean" ? "boolean" : "text";
}

function parameterSchema(parameters: Parameter[], place: "path" | "query") {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    type: "object",
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter((parameter) => parameter.required).map(({ name }) => name),
  };
}

/** One sentence that says what the caller can do, in the contract's wording when it has one. */
function describe(
  error: ErrorObject | undefined,
  json: unknown,
  required: FieldMessages,
  invalid: FieldMessages,
): string {
  if (!error) return "Invalid input";
  const { keyword, params } = error;
  const path = error.instancePath
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, "[$1]")
    .replaceAll("/", ".");
  const field = path.split(".").at(-1) ?? "";
  if (keyword === "required") {
    const missing = [path, params.missingProperty].filter(Boolean).join(".");
    return own(required, missing) ?? `${missing} is required`;
  }
  const ownText = ownOrOuter(invalid, path);
  // Limits do not say what is wrong with "5".
  if (isTextForNumber(error, json) && !ownText?.includes("integer")) return `${path} ${numberWanted}`;
  if (ownText !== undefined) return ownText;
  if (keyword === "minLength") return own(required, path) ?? `${path} is required`;
  if (field === "page_size") return "page_size must be between 1 and 100";
  if (field === "page_number") return "page_number must be a positive integer";
  if (field === "page")
    return keyword === "minimum" ? "page must be 1 or greater" : "page must be an integer";
  if (keyword === "enum") return `Invalid input: ${path} must be one of ${params.allowedValues.join(", ")}`;
  if (path === "") return `Invalid input: the body ${error.message}`;
  return `Invalid input: ${path} ${error.message}`;
}

/** `"5"` in JSON where 5 is meant. */
function isTextForNumber({ keyword, params, instancePath }: ErrorObject, json: unknown): boolean {
  const types: unknown[] = [params.type].flat();
  if (keyword !== "type" || !(types.includes("integer") || types.includes("number"))) return false;
  const value = instancePath
    .split("/")
    .slice(1)
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], json);
  return isNumberText(value);
}

/** The text about the field, or about the field that it is a part of. */
function ownOrOuter(table: FieldMessages, path: string): string | undefined {
  for (
    let end = path.length;
    end > 0;
    end = Math.max(path.lastIndexOf(".", end - 1), path.lastIndexOf("[", end - 1))
  ) {
    const text = own(table, path.slice(0, end));
    if (text !== undefined) return text;
  }
  return undefined;
}

/** A field may be named `toString`, so only the table's own entries count. */
const own = (table: FieldMessages, name: string): string | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;
