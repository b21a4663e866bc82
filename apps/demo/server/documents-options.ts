import { isAllowedHost } from "./allowed-host.ts";
import { serviceToken } from "./service-token.ts";
import type { Settings } from "./settings.ts";

/**
 * What the route handlers and the Express proxy are both given. The workbench has no accounts: whoever reaches it under
 * one of its own names may do all its token allows, which is why it listens on this machine alone unless told otherwise.
 */
export const documentsOptions = <Native>(
  settings: Settings,
  hostOf: (request: Native) => string | undefined,
) => ({
  baseUrl: settings.serviceUrl,
  token: () => serviceToken(settings),
  authorize: (request: Native) =>
    isAllowedHost(hostOf(request), [settings.host, ...settings.allowedHosts]) || wrongName(),
});

function wrongName(): Response {
  const detail =
    "The workbench does not answer to this name. Add it to HEADWATER_DEMO_ALLOWED_HOSTS, or use http://localhost";
  return Response.json({ detail, message: detail }, { status: 403 });
}
