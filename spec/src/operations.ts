import type { operations as FlowsOperations, paths as FlowsPaths } from "../generated/flows.ts";
import { operations as table } from "../generated/operations.ts";
import type { operations as SourcesOperations, paths as SourcesPaths } from "../generated/sources.ts";

export type { FlowsOperations, FlowsPaths, SourcesOperations, SourcesPaths };

export type SourcesOperationId = keyof SourcesOperations;
export type FlowsOperationId = keyof FlowsOperations;
export type OperationId = SourcesOperationId | FlowsOperationId;

/** `flows-root` is above the single flow: `{flows_domain}` itself, or `/flows` without a flow's name. */
export type Surface = "sources" | "flows" | "flows-root";

export type OperationEntry = {
  surface: Surface;
  method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT";
  /** Below the surface's base address, with `{parameters}`. */
  path: string;
  body: "none" | "json" | "multipart";
  /** A read-only token may call `read` operations only. */
  access: "read" | "write";
  /** Whether it takes a token that may manage tokens. */
  manage: boolean;
  /** Whether a proxy lets it pass only when the application names it. */
  optIn: boolean;
  /** `bytes`: the answer is a file of any media type, whole or a range of it. Errors are JSON anyway. */
  answer: "json" | "bytes";
  /**
   * What limits count: it `adds` a source, `reads` the document of a source again, or `asks` (a language model may work).
   */
  work: "adds" | "reads" | "asks" | "none";
  /** Whether the operation goes beyond the contract. */
  addition: boolean;
  /** Whether a token is needed. */
  auth: boolean;
};

/**
 * What routing, proxy policy and tests need to know of each operation.
 *
 * @example operations.reprocess.path // "/reprocess"
 */
export const operations = table satisfies Record<OperationId, OperationEntry>;
