import { fileURLToPath } from "node:url";
import { bundle, createConfig, formatProblems, getTotals, lint } from "@redocly/openapi-core";
import type { OpenApiDocument, ResponseObject } from "./document.ts";
import { operationsOf } from "./document.ts";

const config = await createConfig({
  extends: ["recommended"],
  rules: {
    "operation-description": "error",
    "operation-tag-defined": "error",
    "parameter-description": "error",
    // Health endpoints take no input and no token: nothing of the client's can be wrong. A test covers the others.
    "operation-4xx-response": "off",
    // One machine is the documented default, so localhost is the right server.
    "no-server-example.com": "off",
  },
});

/** Lints one document with its schema files and joins them into one; any error or warning ends the run. */
export async function bundleDocument(file: URL): Promise<OpenApiDocument> {
  const ref = fileURLToPath(file);
  const problems = await lint({ ref, config });
  if (problems.length > 0) {
    formatProblems(problems, {
      totals: getTotals(problems),
      format: "stylish",
      version: "",
      maxProblems: 50,
    });
    throw new Error(`${ref}: ${problems.length} lint problems, listed above`);
  }
  const { bundle: joined } = await bundle({ ref, config });
  const document = structuredClone(joined.parsed) as OpenApiDocument;
  inlineResponses(document);
  return document;
}

/** Shared responses are copied into their operations: each operation shows its own examples. */
function inlineResponses(document: OpenApiDocument) {
  const shared = (document.components.responses ?? {}) as Record<string, unknown>;
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.$ref === undefined) continue;
      const { $ref, ...own } = response;
      const name = $ref.replace("#/components/responses/", "");
      operation.responses[status] = { ...structuredClone(shared[name] as ResponseObject), ...own };
    }
  }
  delete document.components.responses;
}
