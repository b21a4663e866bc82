import sourcesSpec from "@headwater/spec/sources.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SpecDocument } from "../src/http/request-schema.ts";

const spec = sourcesSpec as unknown as SpecDocument;

/**
 * A fetch that checks every answer against the spec. An undocumented status, a body that does not fit its schema, or an
 * error without `detail` fails the test.
 */
export function createCheckedFetch(inner: typeof fetch = fetch): typeof fetch {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "spec", components: spec.components });
  const validators = new Map<string, ReturnType<typeof ajv.compile>>();

  const validatorFor = (key: string, schema: object) => {
    const known = validators.get(key);
    if (known) return known;
    const compiled = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec#/')));
    validators.set(key, compiled);
    return compiled;
  };

  return async (input, init) => {
    const request = input instanceof Request ? input : undefined;
    const method = init?.method ?? request?.method ?? "GET";
    const url = request?.url ?? String(input);
    const response = await inner(input, init);
    const responses = documented(method, new URL(url).pathname);
    if (!responses) return response;
    const described = responses[response.status];
    if (!described)
      throw new Error(`${method} ${url} answered ${response.status}, which the spec does not document`);
    const type = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
    const schema = described.content?.[type]?.schema;
    if (type === "application/json" && schema) {
      const validate = validatorFor(`${method} ${url.split("?")[0]} ${response.status}`, schema);
      const body: unknown = await response.clone().json();
      if (!validate(body)) {
        const errors = ajv.errorsText(validate.errors, { dataVar: "body" });
        throw new Error(`${method} ${url} answered ${response.status} against the spec: ${errors}`);
      }
    }
    return response;
  };
}

function documented(method: string, pathname: string) {
  const path = pathname.replace(/^\/sources(?=\/|$)/, "").replace(/\/$/, "");
  for (const [template, operations] of Object.entries(spec.paths)) {
    const pattern = new RegExp(`^${template.replace(/\/$/, "").replace(/\{[^}]+\}/g, "[^/]+")}$`);
    const operation = operations[method.toLowerCase()];
    if (pattern.test(path) && operation?.responses) return operation.responses;
  }
  return null;
}
