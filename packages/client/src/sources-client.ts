import type { SourcesPaths } from "@headwater/spec";
import type { ClientOptions } from "./client-options.ts";
import { createSurfaceClient, type SurfaceClient } from "./transport/surface-client.ts";

/** A client of the sources of a project. */
export type SourcesClient = SurfaceClient<SourcesPaths>;

/** What `createSourcesClient` takes. */
export type SourcesClientOptions = ClientOptions & {
  /** Address of the sources surface, such as `http://localhost:4000/sources`, or of a proxy in front of it. */
  baseUrl: string;
};

/** Paths whose POST changes nothing, or nothing that a retry could harm. */
export const repeatablePosts = [
  "/list-sources",
  "/ask-sources",
  "/prebuilt-rag",
  "/run-extraction",
  "/elements",
] as const satisfies readonly (keyof SourcesPaths)[];

/**
 * A typed client of the sources surface.
 *
 * @example
 * const client = createSourcesClient({ baseUrl: "http://localhost:4000/sources", token });
 * const { data, error, response } = await client.POST("/ask-sources", { body: { question: "Who signed?" } });
 */
export const createSourcesClient = ({ baseUrl, ...options }: SourcesClientOptions): SourcesClient =>
  createSurfaceClient<SourcesPaths>(baseUrl, options, repeatablePosts);
