import openapiTS, { astToString, COMMENT_HEADER } from "openapi-typescript";
import ts from "typescript";
import type { OpenApiDocument } from "./document.ts";

const blob = ts.factory.createTypeReferenceNode("Blob");

/** TypeScript types of a document. Files and pictures are `Blob`. */
export async function typesOf(document: OpenApiDocument): Promise<string> {
  const nodes = await openapiTS(structuredClone(document) as unknown as Parameters<typeof openapiTS>[0], {
    // The server fills in the default, so the client may leave the field out.
    defaultNonNullable: false,
    transform: (schema) => ("contentMediaType" in schema ? blob : undefined),
  });
  return `${COMMENT_HEADER}${astToString(nodes)}`;
}
