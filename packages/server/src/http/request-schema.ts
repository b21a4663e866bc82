/** The parts of a JSON Schema that are needed to normalise a request. */
export type Schema = {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  required?: string[];
};

export type Parameter = { name: string; in: "path" | "query" | "header"; required?: boolean; schema: Schema };

export type SpecDocument = {
  paths: Record<string, Record<string, SpecOperation>>;
  components: { schemas: Record<string, Schema>; parameters?: Record<string, Parameter> };
};

export type SpecOperation = {
  operationId?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>;
};

export type ResolvedOperation = { parameters: Parameter[]; body: Schema | null };

/** Follows a local `#/…` reference. */
export function resolveRef<T>(document: SpecDocument, node: T | { $ref: string }): T {
  if (typeof node !== "object" || node === null || !("$ref" in node)) return node as T;
  const path = (node.$ref as string).slice(2).split("/");
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown>)[key.replaceAll("~1", "/").replaceAll("~0", "~")],
    document,
  );
  return resolveRef(document, found as T);
}

export function findOperation(document: SpecDocument, operationId: string): ResolvedOperation {
  for (const path of Object.values(document.paths)) {
    for (const operation of Object.values(path)) {
      if (operation.operationId !== operationId) continue;
      const parameters = (operation.parameters ?? []).map((parameter) =>
        resolveRef<Parameter>(document, parameter),
      );
      const schema = operation.requestBody?.content["application/json"]?.schema;
      return { parameters, body: schema ? resolveRef<Schema>(document, schema) : null };
    }
  }
  throw new Error(`The spec has no operation ${operationId}`);
}
