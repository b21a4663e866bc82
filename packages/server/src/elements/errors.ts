import { ServiceError } from "../kernel/service-error.ts";

export const pageNotFound = () => new ServiceError(404, "Page not found");
export const noPagesToShow = () => new ServiceError(404, "Source has no pages to show");
export const officeNotInstalled = () =>
  new ServiceError(
    404,
    "Source has no pages to show: pictures of Office documents need LibreOffice, which is not installed here",
  );
/** The reason is a sentence without a name or a path: "LibreOffice could not read the document". */
export const cannotBeLaidOut = (cause: Error) =>
  new ServiceError(404, `Source has no pages to show: ${cause.message}`, { cause });
export const pageRenderingFailed = (cause: unknown, headers: Record<string, string> = {}) =>
  new ServiceError(500, "Failed to render page", { cause, headers });

/** The page is damaged: the same bytes fail again, so clients should not ask again. */
export const pageCannotBeRendered = (cause: unknown) =>
  pageRenderingFailed(cause, { "x-should-retry": "false" });
