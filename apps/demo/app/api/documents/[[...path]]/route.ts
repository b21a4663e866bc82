import { createRouteHandlers } from "@headwater/next-route-handlers";
import { documentsOptions } from "../../../../server/documents-options.ts";
import { readSettings } from "../../../../server/settings.ts";

export const { GET, POST, PUT, PATCH, DELETE } = createRouteHandlers(
  documentsOptions(readSettings(process.env), (request: Request) => request.headers.get("host") ?? undefined),
);

// Every answer depends on the caller and on the content of the service.
export const dynamic = "force-dynamic";
