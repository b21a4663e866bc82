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
import type { UseMutationOptions, UseMutationResult } from "@tanstack/react-query";
import { asSent } from "../as-sent.ts";
import { FileIdsPendingError } from "../file-ids-pending-error.ts";
import { isPending } from "../is-pending.ts";
import { useDocuments } from "../provider/use-documents.ts";
import type { MutationHookOptions } from "../query/mutation-hook-options.ts";
import { useChange } from "../query/use-change.ts";
import { documentsKeys } from "../query-keys.ts";

/** What to extract, as a schema. */
export type UseExtractOptions<Schema extends StandardSchemaV1 | undefined = undefined> = {
  /** A schema of zod, valibot, arktype or any other Standard Schema library. It types and validates the output. */
  schema?: Schema;
  /** A JSON Schema of the output. Use it without `schema`, or when the library of `schema` cannot write one. */
  jsonSchema?: JsonSchema | undefined;
};

/** What to extract, from which sources. */
export type ExtractVariables = Omit<ExtractionRequest, "output_schema" | "file_ids"> & {
  /** The sources to read. `undefined`: not known yet, so the mutation fails with a `FileIdsPendingError`. */
  file_ids?: ExtractionRequest["file_ids"] | undefined;
  /** A JSON Schema for this call, instead of the hook's `jsonSchema`. */
  output_schema?: JsonSchema | undefined;
  /** Ends this call at once: the mutation fails with the signal's reason. */
  signal?: AbortSignal | undefined;
};

/** The type that a schema gives to the output. Without a schema: any object that the service returned. */
export type ExtractOutput<Schema> = Schema extends StandardSchemaV1
  ? StandardSchemaV1.InferOutput<Schema>
  : ExtractionResult["structured_output"];

/** The mutation of `useExtract`. */
export const extractOptions = <Schema extends StandardSchemaV1 | undefined = undefined>(
  client: SourcesClient,
  options: UseExtractOptions<Schema> = {},
): UseMutationOptions<Extraction<ExtractOutput<Schema>>, Error, ExtractVariables> => ({
  mutationKey: documentsKeys.mutation(client, "extract"),
  mutationFn: async (variables) =>
    (await runExtraction(client, variables, options)) as Extraction<ExtractOutput<Schema>>,
});

/**
 * Extracts structured data from sources. `evidence` of the result has the places of the values.
 *
 * @example
 * const extraction = useExtract({ schema: z.object({ total: z.number() }) });
 * extraction.mutate({ file_ids: [fileId], user_instruction: "The invoice's total" });
 * extraction.data?.structured_output.total;
 */
export function useExtract<Schema extends StandardSchemaV1 | undefined = undefined>(
  options: UseExtractOptions<Schema> &
    MutationHookOptions<Extraction<ExtractOutput<Schema>>, ExtractVariables> = {},
): UseMutationResult<Extraction<ExtractOutput<Schema>>, Error, ExtractVariables> {
  const { schema: _, jsonSchema: __, ...given } = options;
  return useChange(
    extractOptions(useDocuments().sources, options),
    given as MutationHookOptions<Extraction<ExtractOutput<Schema>>, ExtractVariables>,
  );
}

async function runExtraction(
  client: SourcesClient,
  { output_schema, signal, ...variables }: ExtractVariables,
  options: UseExtractOptions<StandardSchemaV1 | undefined>,
): Promise<Extraction<unknown>> {
  if (isPending(variables, "file_ids")) throw new FileIdsPendingError("file_ids", "list them");
  const request = asSent(variables);
  const { schema } = options;
  const jsonSchema = output_schema ?? options.jsonSchema;
  if (schema) return extract(client, request, { schema, jsonSchema, signal });
  if (!jsonSchema)
    throw new TypeError("useExtract needs `schema` or `jsonSchema`, or `output_schema` with the call.");
  const body = { ...request, output_schema: jsonSchema };
  return unwrap(client.POST("/run-extraction", { body, signal: signal ?? null }));
}
