import { createSourcesClient } from "@headwater/client";
import { readinessOptions, withBaseUrl } from "@headwater/react-hooks";
import { dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import { connection } from "next/server";
import type { ReactNode } from "react";
import { readSettings } from "../server/settings.ts";
import { documentsPath } from "./documents-path.ts";

/** Maximum milliseconds that a page waits for the service to say what it can do. After that the browser asks. */
const healthTimeoutMs = 500;

/**
 * Asks the service on the server what it can do, so that the first paint already shows the right rooms. Readiness needs
 * no token. If the service is unavailable, the browser continues to ask.
 */
export async function KnownService({ children }: { children: ReactNode }) {
  await connection();
  const service = createSourcesClient({
    baseUrl: readSettings(process.env).serviceUrl,
    timeoutMs: healthTimeoutMs,
    maxRetries: 0,
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  await queryClient.prefetchQuery(readinessOptions(withBaseUrl(service, documentsPath)));
  return <HydrationBoundary state={dehydrate(queryClient)}>{children}</HydrationBoundary>;
}
