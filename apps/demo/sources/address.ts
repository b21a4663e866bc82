/** The operation that reads an address, which is also the name of the capability. */
export type AddressKind = "ingest-url" | "ingest-github" | "ingest-youtube";

type Can = (capability: string) => boolean;

/** The kinds of addresses in the order in which they are offered, with the names that the list of sources has too. */
export const addressKinds: Record<AddressKind, { name: string; what: string }> = {
  "ingest-url": { name: "Web page", what: "web pages" },
  "ingest-github": { name: "GitHub", what: "repositories on GitHub" },
  "ingest-youtube": { name: "YouTube", what: "videos on YouTube" },
};

export type ReadAddress =
  | {
      /** How the service reads it. */
      kind: AddressKind;
      url: string;
      /** Says that it is read as something else than it is. */
      note?: string;
    }
  | {
      problem: string;
      /** What the address is, if it is one. */
      kind?: AddressKind;
    };

/**
 * Reads a typed or pasted address. A repository or a video that the service has no operation for is read as the web page
 * that shows it.
 */
export function readAddress(typed: string, can: Can): ReadAddress {
  const text = typed.trim();
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !url.hostname.includes(".")) return { problem: "An address starts with https://" };
  const kind = kindOfUrl(url);
  if (can(kind)) return { kind, url: url.href };
  const { what } = addressKinds[kind];
  if (kind !== "ingest-url" && can("ingest-url")) {
    const note = `This service does not read ${what}. It reads the page that shows this one.`;
    return { kind: "ingest-url", url: url.href, note };
  }
  return { problem: `This service does not read ${what}.`, kind };
}

/** The addresses in a pasted text, each once. */
export const addressesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;<>"']+/).filter((part) => part !== "")),
];

const youtubeHosts = new Set([
  "youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "youtu.be",
]);

/** Parts of GitHub's site that name a place in the files of a repository. */
const repositoryPlaces = new Set(["tree", "blob", "raw", "blame", "commit", "commits", "releases"]);

function kindOfUrl(url: URL): AddressKind {
  const host = url.hostname.toLowerCase().replace(/^www\./, "");
  if (youtubeHosts.has(host)) return "ingest-youtube";
  if (host === "raw.githubusercontent.com") return "ingest-github";
  const [owner, name, place] = url.pathname.split("/").filter((part) => part !== "");
  const isRepository =
    host === "github.com" &&
    owner !== undefined &&
    name !== undefined &&
    (place === undefined || repositoryPlaces.has(place));
  return isRepository ? "ingest-github" : "ingest-url";
}
