import { type OperationId, operations } from "@headwater/spec";
import flowsSpec from "@headwater/spec/flows.json" with { type: "json" };
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SpecDocument } from "../../src/http/request-schema.ts";

const spec = flowsSpec as unknown as SpecDocument;
const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "spec", components: spec.components });

/** What is wrong with an answer by the spec: a status it does not document, or a body that is not of its schema. */
export function flowAnswerFault(
  surface: "flows" | "flows-root",
  method: string,
  address: string,
  answer: { status: number; headers: Record<string, unknown>; body: unknown },
): string | null {
  const [path = ""] = address.split("?");
  const operation = Object.entries(operations).find(
    ([, entry]) =>
      entry.surface === surface &&
      entry.method === method &&
      new RegExp(`^${entry.path.replace(/\{[^}]+\}/g, "[^/]+")}$`).test(path || "/"),
  );
  if (!operation) return null;
  const { responses } = specOf(operation[0] as OperationId);
  const response = responses[answer.status];
  if (!response) return "the status is not documented";
  const type = String(answer.headers["content-type"] ?? "").split(";")[0] ?? "";
  if (type !== "application/json") return null;
  const schema = response.content?.[type]?.schema;
  if (!schema) return "the body is not documented";
  const validate = ajv.compile(JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"spec#/')));
  return validate(answer.body) ? null : ajv.errorsText(validate.errors, { dataVar: "body" });
}

function specOf(operationId: OperationId) {
  for (const path of Object.values(spec.paths))
    for (const operation of Object.values(path)) if (operation.operationId === operationId) return operation;
  throw new Error(`The spec has no operation ${operationId}`);
}
