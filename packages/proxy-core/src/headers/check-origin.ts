import type { HeaderLookup } from "../plan.ts";

const reading = new Set(["GET", "HEAD"]);

/**
 * Whether a page may send this request. It checks the Fetch metadata and compares Origin with Host. Pages of other
 * origins may only read, because asking costs money. Requests without these headers do not come from a browser and
 * pass. Forwarding headers are not trusted.
 */
export function createCheckOrigin(
  allowedOrigins: readonly string[],
): (method: string, header: HeaderLookup) => boolean {
  const allowed = new Set(allowedOrigins.map((origin) => origin.toLowerCase()));
  return (method, header) => {
    if (reading.has(method)) return true;
    const site = header("sec-fetch-site");
    if (site === "same-origin") return true;
    const origin = header("origin")?.toLowerCase();
    if (origin !== undefined && allowed.has(origin)) return true;
    // The browser itself says that the page has another origin.
    if (site === "cross-site" || site === "same-site") return false;
    return origin === undefined || isSameHost(origin, header("host"));
  };
}

/** The scheme is not compared: behind a reverse proxy that ends TLS it is unknown. */
function isSameHost(origin: string, host: string | undefined): boolean {
  const [, scheme, name] = /^(https?):\/\/([^/]+)$/.exec(origin) ?? [];
  if (!scheme || !name || !host) return false;
  const port = scheme === "https" ? /:443$/ : /:80$/;
  return name.replace(port, "") === host.toLowerCase().replace(port, "");
}
