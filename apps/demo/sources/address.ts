/** The kind of an address, by its host. Undefined while it is incomplete. */
export type AddressKind = "ingest-url" | "ingest-github" | "ingest-youtube";

export type ReadAddress = { kind: AddressKind; url: string } | { problem: string };

const youtubeHosts = new Set(["youtube.com", "m.youtube.com", "music.youtube.com", "youtu.be"]);

/**
 * Reads a typed or pasted address. The address of a whole repository counts as a repository; a file on GitHub counts as
 * a web page.
 */
export function readAddress(typed: string, can: (capability: string) => boolean): ReadAddress {
  const text = typed.trim();
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !url.hostname.includes(".")) return { problem: "An address starts with https://" };
  const kind = kindOfUrl(url);
  if (can(kind)) return { kind, url: url.href };
  // A repository or a video is also a web page.
  if (kind !== "ingest-url" && can("ingest-url")) return { kind: "ingest-url", url: url.href };
  return { problem: "The service does not take addresses of this kind." };
}

function kindOfUrl(url: URL): AddressKind {
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  if (youtubeHosts.has(host)) return "ingest-youtube";
  const isRepository = host === "github.com" && /^\/[^/]+\/[^/]+\/?$/.test(url.pathname);
  return isRepository ? "ingest-github" : "ingest-url";
}
