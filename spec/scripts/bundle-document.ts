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
    // Health endpoints take no input and no token, so a client can make no error. A test covers the others.
    "operation-4xx-response": "off",
    // `/{file_id}/content` beside `/builds/{build_id}`: static segments come first, and no build is called `content`.
    "no-ambiguous-paths": "off",
    // One machine is the documented default, so localhost is the right server.
    "no-server-example.com": "off",
  },
});

/** Lints one document with its schema files, and bundles them into one. Throws at any error or warning. */
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

/** Copies shared responses and headers into their operations, so that each operation shows its own examples. */
function inlineResponses(document: OpenApiDocument) {
  const shared = (document.components.responses ?? {}) as Record<string, unknown>;
  const sharedHeaders = document.components.headers ?? {};
  for (const { operation } of operationsOf(document)) {
    for (const [status, response] of Object.entries(operation.responses)) {
      for (const [name, header] of Object.entries(response.headers ?? {})) {
        const { $ref } = header as { $ref?: string };
        const meant = $ref && sharedHeaders[$ref.replace("#/components/headers/", "")];
        if (meant) Object.assign(response.headers ?? {}, { [name]: structuredClone(meant) });
      }
      if (response.$ref === undefined) continue;
      const { $ref, ...own } = response;
      const name = $ref.replace("#/components/responses/", "");
      operation.responses[status] = { ...structuredClone(shared[name] as ResponseObject), ...own };
    }
  }
  delete document.components.responses;
  delete document.components.headers;
}
