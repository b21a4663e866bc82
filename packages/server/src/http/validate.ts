import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { invalidInput } from "../kernel/service-error.ts";
import { dropNulls, normaliseQuery } from "./normalise-request.ts";
import { findOperation, type SpecDocument } from "./request-schema.ts";

export type RawRequest = {
  params: Record<string, string>;
  query: Record<string, string | string[] | undefined>;
  body: unknown;
};

export type ValidRequest = { params: Record<string, unknown>; query: Record<string, unknown>; body: unknown };

/** The contract's texts for a field that is missing, by field: they differ from operation to operation. */
export type RequiredMessages = Record<string, string>;

export type Validate = (request: RawRequest) => ValidRequest;

export type CreateValidate = (operationId: string, required?: RequiredMessages) => Validate;

/**
 * Compiles operations' request schemas from the spec's own JSON, each at its first request: all at once would make up
 * most of the time a start takes. A `Validate` throws 400 naming the field.
 */
export function createValidators(document: SpecDocument): CreateValidate {
  const texts = compiler(document, true);
  const exact = compiler(document, false);
  return (operationId, required = {}) => {
    const operation = findOperation(document, operationId);
    const params = texts(parameterSchema(operation.parameters, "path"));
    const query = texts(parameterSchema(operation.parameters, "query"));
    const body = operation.body ? exact(operation.body) : null;

    const check = (validator: ValidateFunction, value: unknown) => {
      if (!validator(value)) throw invalidInput(describe(validator.errors?.[0], required));
    };

    return (request) => {
      const valid = {
        params: { ...request.params },
        query: normaliseQuery(document, operation.parameters, request.query),
        body: operation.body ? dropNulls(document, operation.body, request.body ?? {}) : undefined,
      };
      check(params(), valid.params);
      check(query(), valid.query);
      if (body) check(body(), valid.body);
      return valid;
    };
  };
}

/**
 * Path and query values arrive as text and are coerced; a JSON body must have the right types. The spec is linted where
 * it is kept, so it is not held against the meta-schemas again.
 */
function compiler(document: SpecDocument, coerceTypes: boolean) {
  const ajv = new Ajv2020({
    coerceTypes,
    strict: false,
    allErrors: false,
    useDefaults: false,
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "spec", components: document.components });
  return (schema: object): (() => ValidateFunction) => {
    let compiled: ValidateFunction | undefined;
    return () => {
      compiled ??= ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"spec#/components/')),
      );
      return compiled;
    };
  };
}

function parameterSchema(
  parameters: ReturnType<typeof findOperation>["parameters"],
  place: "path" | "query",
) {
  const here = parameters.filter((parameter) => parameter.in === place);
  return {
    type: "object",
    properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])),
    required: here.filter((parameter) => parameter.required).map(({ name }) => name),
  };
}

/** One sentence a caller can act on, in the contract's wording where it has one. */
function describe(error: ErrorObject | undefined, required: RequiredMessages): string {
  if (!error) return "Invalid input";
  const { keyword, params } = error;
  const path = error.instancePath.slice(1).replaceAll("/", ".");
  const field = path.split(".").at(-1) ?? "";
  if (keyword === "required") {
    const missing = [path, params.missingProperty].filter(Boolean).join(".");
    return required[missing] ?? `${missing} is required`;
  }
  if (keyword === "minLength") return required[path] ?? `${path} is required`;
  if (field === "page_size") return "page_size must be between 1 and 100";
  if (field === "page_number") return "page_number must be a positive integer";
  if (field === "page")
    return keyword === "minimum" ? "page must be 1 or greater" : "page must be an integer";
  if (keyword === "enum") return `Invalid input: ${path} must be one of ${params.allowedValues.join(", ")}`;
  if (path === "") return `Invalid input: the body ${error.message}`;
  return `Invalid input: ${path} ${error.message}`;
}
