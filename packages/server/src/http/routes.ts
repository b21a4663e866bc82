import type { OperationId } from "@headwater/spec";
import type { Route } from "./define-route.ts";
import { flowsRoutes } from "./flows/index.ts";
import { sourcesRoutes } from "./sources/index.ts";

/** Every operation of the service. */
export const routes: readonly Route<OperationId>[] = [...sourcesRoutes, ...flowsRoutes];
