import { defaultOperations } from "@headwater/next-route-handlers";
import { isAllowedHost } from "./allowed-host.ts";
import { serviceToken } from "./service-token.ts";
import type { Settings } from "./settings.ts";

/**
 * The options of the route handlers and of the Express proxy. The workbench has no accounts: everyone who reaches it by one
 * of its own names may do everything that its token allows. So by default it listens on this machine only.
 */
export const documentsOptions = <Native>(
  settings: Settings,
  hostOf: (request: Native) => string | undefined,
) => ({
  baseUrl: settings.serviceUrl,
  token: () => serviceToken(settings),
  // Recordings are played from the original file, and every file can be downloaded. The room of usage is for those who run it.
  allow: [...defaultOperations, "getSourceContent" as const, "getUsage" as const, "getRetention" as const],
  authorize: (request: Native) =>
    isAllowedHost(hostOf(request), [settings.host, ...settings.allowedHosts]) || hostRefused(),
});

function hostRefused(): Response {
  const detail =
    "The workbench does not answer to this name. Add it to HEADWATER_DEMO_ALLOWED_HOSTS, or use http://localhost";
  return Response.json({ detail, message: detail }, { status: 403 });
}
