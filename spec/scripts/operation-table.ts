import type { LocatedOperation, OpenApiDocument, Operation } from "./document.ts";
import { operationsOf } from "./document.ts";

export type Surface = "sources" | "flows" | "flows-root";

/** `generated/operations.ts`: the facts about each operation for routing, the proxy policy and tests. */
export function operationTable(documents: Record<"sources" | "flows", OpenApiDocument>): string {
  const rows = Object.entries(documents).flatMap(([surface, document]) =>
    operationsOf(document).map((located) => row(surface as Surface, located)),
  );
  return `// Written by scripts/generate.ts. Change the YAML instead.\n\nexport const operations = {\n${rows.join("\n")}\n} as const;\n`;
}

function row(surface: Surface, { method, path, operation }: LocatedOperation): string {
  const entry = {
    // An operation with its own `servers` is at the root of the flows surface, above the single flow.
    surface: operation.servers === undefined ? surface : "flows-root",
    method,
    path,
    body: bodyKind(operation),
    access: operation["x-headwater-access"] ?? "read",
    manage: operation["x-headwater-manage"] === true,
    optIn: operation["x-headwater-manage"] === true || operation["x-headwater-opt-in"] === true,
    answer: answerKind(operation),
    work: operation["x-headwater-work"] ?? "none",
    addition: operation["x-headwater-addition"] === true,
    auth: operation.security?.length !== 0,
  };
  const fields = Object.entries(entry).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `  ${operation.operationId}: { ${fields.join(", ")} },`;
}

function bodyKind({ requestBody }: Operation): "none" | "json" | "multipart" {
  if (requestBody === undefined) return "none";
  return "multipart/form-data" in requestBody.content ? "multipart" : "json";
}

function answerKind({ responses }: Operation): "json" | "bytes" {
  return Object.keys(responses["200"]?.content ?? {}).includes("*/*") ? "bytes" : "json";
}
