import { ApiError, type SourcesClient } from "@headwater/client";
import type { Readiness } from "@headwater/spec";
import { loadOptions } from "../query/load-options.ts";
import { documentsKeys } from "../query-keys.ts";

/** Milliseconds until a service that is not ready is asked again. */
const askAgainMs = 5_000;

/** The query of what the service can do. It is repeated every 5 seconds until the service is ready. */
export const readinessOptions = (client: SourcesClient) =>
  loadOptions({
    queryKey: documentsKeys.readiness(client),
    queryFn: ({ signal }) => loadReadiness(client, signal),
    refetchInterval: ({ state }) => (state.data?.status === "ready" ? false : askAgainMs),
    staleTime: 60_000,
    retry: false,
  });

async function loadReadiness(client: SourcesClient, signal: AbortSignal): Promise<Readiness> {
  const { data, error, response } = await client.GET("/readyz", { signal, maxRetries: 0 });
  // 503 carries the same report: the service is reachable, but it is starting or stopping.
  const report: unknown = data ?? error;
  if (typeof report === "object" && report !== null && "capabilities" in report) return report as Readiness;
  throw new ApiError(response, "The service does not say what it can do (/readyz).", { cause: error });
}
