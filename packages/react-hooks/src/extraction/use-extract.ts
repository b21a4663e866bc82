"use client";
import {
  type Extraction,
  type ExtractionRequest,
  type ExtractionResult,
  extract,
  type JsonSchema,
  type SourcesClient,
  type StandardSchemaV1,
  unwrap,
} from "@headwater/client";
import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { useDocuments } from "../provider/use-documents.ts";

export type UseExtractOptions<Schema extends StandardSchemaV1 | undefined = undefined> = {
  /** A schema of zod, valibot, arktype or any other Standard Schema library. It types and validates the output. */
  schema?: Schema;
  /** A JSON Schema of the output. Use it without `schema`, or when the library of `schema` cannot write one. */
  jsonSchema?: JsonSchema | undefined;
};

export type ExtractVariables = Omit<ExtractionRequest, "output_schema"> & {
  /** A JSON Schema for this call, instead of the hook's `jsonSchema`. */
  output_schema?: JsonSchema | undefined;
  /** Ends this call at once: the mutation fails with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** The type that a schema gives to the output. Without a schema: any object that the service returned. */
export type ExtractOutput<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : ExtractionResult["structured_output"];

/**
 * Extracts structured data from sources. `evidence` of the result tells where the values were found.
 *
 * @example
 * const extraction = useExtract({ schema: z.object({ total: z.number() }) });
 * extraction.mutate({ file_ids: [fileId], user_instruction: "The invoice's total" });
 * extraction.data?.structured_output.total;
 */
export function useExtract<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: UseExtractOptions<Schema> = {},
): UseMutationResult<Extraction<ExtractOutput<Schema>>, Error, ExtractVariables> {
  const client = useDocuments().sources;
  return useMutation({
    mutationFn: async (variables: ExtractVariables) =>
      (await runExtraction(client, variables, options)) as Extraction<ExtractOutput<Schema>>,
  });
}

async function runExtraction(
  client: SourcesClient,
  { output_schema, signal, ...request }: ExtractVariables,
  options: UseExtractOptions<StandardSchemaV1 | undefined>,
): Promise<Extraction<unknown>> {
  const { schema } = options;
  const jsonSchema = output_schema ?? options.jsonSchema;
  if (schema) return extract(client, request, { schema, jsonSchema, signal });
  if (!jsonSchema)
    throw new TypeError("useExtract needs `schema` or `jsonSchema`, or `output_schema` with the call.");
  const body = { ...request, output_schema: jsonSchema };
  return unwrap(client.POST("/run-extraction", { body, signal: signal ?? null }));
}
