import { bareIdPattern, isBareIdPath } from "@headwater/spec";
import sourcesSpec from "@headwater/spec/sources.json" with { type: "json" };
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SpecDocument } from "../src/http/request-schema.ts";

const spec = sourcesSpec as unknown as SpecDocument;

type Described = {
  headers?: Record<string, { required?: boolean; schema: { type?: string } }>;
  content?: Record<string, { schema: object }>;
};

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: "spec", components: spec.components });

/** Compiled schemas, by the spec's own objects. Compiling one takes longer than most requests, so all clients share them. */
const validators = new WeakMap<object, ValidateFunction>();

function validatorFor(schema: object): ValidateFunction {
  const known = validators.get(schema);
  if (known) return known;
  const compiled = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec#/')));
  validators.set(schema, compiled);
  return compiled;
}

/**
 * A fetch that checks every answer against the spec. An undocumented status, a body that does not fit its schema, an
 * error without `detail`, or a missing header fails the test.
 */
export const checkedFetch: typeof fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined;
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
  const url = request?.url ?? String(input);
  const response = await fetch(input, init);
  const responses = documented(method, new URL(url).pathname);
  if (!responses) return response;
  const answer = `${method} ${url} answered ${response.status}`;
  const described = responses[response.status];
  if (!described) throw new Error(`${answer}, which the spec does not document`);
  const wrong = wrongHeader(described, response.headers);
  if (wrong) throw new Error(`${answer} with the header ${wrong} against the spec`);
  const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const schema = described.content?.[type]?.schema;
  if (type === "application/json" && schema && method !== "HEAD") {
    const validate = validatorFor(schema);
    const body: unknown = await response.clone().json();
    if (!validate(body)) {
      const errors = ajv.errorsText(validate.errors, { dataVar: "body" });
      throw new Error(`${answer} against the spec: ${errors}`);
    }
  }
  return response;
};

/** A header that must be there and is not, or is not a number where the spec says so; with what was sent. */
function wrongHeader({ headers = {} }: Described, sent: Headers): string | undefined {
  const wrong = Object.entries(headers).find(([name, { required, schema }]) => {
    const value = sent.get(name);
    return value === null ? required : schema.type === "integer" && !/^\d+$/.test(value);
  });
  return wrong && `${wrong[0]}: ${sent.get(wrong[0]) ?? "(missing)"}`;
}

/** What the spec says of an address and a method. HEAD is answered as GET; a method it does not have only with 405. */
function documented(method: string, pathname: string): Record<string, Described> | null {
  const path = pathname.replace(/^\/sources(?=\/|$)/, "").replace(/\/$/, "");
  for (const [template, operations] of Object.entries(spec.paths)) {
    const parameter = isBareIdPath(template) ? bareIdPattern : "[^/]+";
    const pattern = new RegExp(`^${template.replace(/\/$/, "").replace(/\{[^}]+\}/g, parameter)}$`);
    if (!pattern.test(path)) continue;
    const operation = operations[method === "HEAD" ? "get" : method.toLowerCase()];
    if (operation?.responses) return operation.responses;
    const refusal = Object.values(operations).find(({ responses }) => responses?.["405"])?.responses["405"];
    return refusal ? { 405: refusal } : null;
  }
  return null;
}
