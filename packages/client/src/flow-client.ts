import type { FlowsPaths } from "@headwater/spec";
import type { ClientOptions } from "./client-options.ts";
import { createSurfaceClient, type SurfaceClient } from "./transport/surface-client.ts";

/** A client of one flow, or of the flows' root. */
export type FlowClient = SurfaceClient<FlowsPaths>;

/** What `createFlowClient` takes. */
export type FlowClientOptions = ClientOptions & {
  /** Address of one flow. `flowUrl` makes it from the flow's name. */
  flowUrl: string;
};

/**
 * A typed client of one flow.
 *
 * @example
 * const flow = createFlowClient({ flowUrl: flowUrl("support", { flowsDomain: "flows.example.com" }), token });
 * const page = await unwrap(flow.POST("/", { body: { query: "How long is the warranty?" } }));
 */
export const createFlowClient = ({ flowUrl, ...options }: FlowClientOptions): FlowClient =>
  createSurfaceClient<FlowsPaths>(flowUrl, options);
