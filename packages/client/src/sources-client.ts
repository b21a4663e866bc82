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

/**
 * A typed client of the sources surface.
 *
 * @example
 * const client = createSourcesClient({ baseUrl: "http://localhost:4000/sources", token });
 * const { data, error, response } = await client.POST("/ask-sources", { body: { question: "Who signed?" } });
 */
export const createSourcesClient = ({ baseUrl, ...options }: SourcesClientOptions): SourcesClient =>
  createSurfaceClient<SourcesPaths>(baseUrl, options);
