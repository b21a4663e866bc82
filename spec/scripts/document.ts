/** The parts of an OpenAPI document that the scripts and tests read. */

export const httpMethods = ["get", "put", "post", "delete", "patch"] as const;

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export type MediaType = {
  schema?: Json;
  example?: Json;
  examples?: Record<string, { value: Json }>;
};

export type ResponseObject = {
  $ref?: string;
  description: string;
  headers?: Record<string, Json>;
  content?: Record<string, MediaType>;
};

export type Operation = {
  operationId: string;
  security?: Json[];
  servers?: Json[];
  tags?: string[];
  summary?: string;
  description?: string;
  requestBody?: { content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
  "x-headwater-addition"?: boolean;
  "x-headwater-access"?: "read" | "write";
  "x-headwater-manage"?: boolean;
  "x-headwater-opt-in"?: boolean;
  "x-headwater-work"?: "adds" | "reads" | "asks";
};

export type OpenApiDocument = {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, Json>>;
};

export type LocatedOperation = {
  method: Uppercase<(typeof httpMethods)[number]>;
  path: string;
  operation: Operation;
};

/** Every operation, in the order of the document. */
export function operationsOf(document: OpenApiDocument): LocatedOperation[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => (httpMethods as readonly string[]).includes(key))
      .map(([key, operation]) => ({
        method: key.toUpperCase() as LocatedOperation["method"],
        path,
        operation,
      })),
  );
}
