import type { WebAddress } from "@headwater/react-hooks";
import { randomId } from "../shell/random-id.ts";
import { type AddressKind, addressesIn, readAddress } from "../sources/address.ts";

/** How much of a site is read: one page, the pages below its folder, or all pages of the host. */
export type CrawlScope = "page" | "below" | "site";

/** The settings of an address as they are typed. */
export type DraftSettings = {
  scope: CrawlScope;
  pages: string;
  depth: string;
  otherHosts: boolean;
  /** Whether a browser opens the pages first. */
  isRendered: boolean;
  branch: string;
  folder: string;
};

/** An address that was looked at and not sent yet. */
export type Draft = DraftSettings & {
  id: string;
  url: string;
  /** What it is. Undefined when the text is not an address. */
  kind: AddressKind | undefined;
  note?: string;
  /** Why it cannot be read at all. */
  problem?: string;
  /** Why the service refused it as it is. */
  refusal?: string | undefined;
};

/** Defaults and ceilings of a crawl. */
export const crawlLimits = { pages: { usual: 100, max: 1_000 }, depth: { usual: 3, max: 10 } } as const;

/** The settings of an address before anyone changed them. */
export const usualSettings: DraftSettings = {
  scope: "page",
  pages: String(crawlLimits.pages.usual),
  depth: String(crawlLimits.depth.usual),
  otherHosts: false,
  isRendered: false,
  branch: "",
  folder: "",
};

/** Makes drafts of the addresses in a text, without those that are there already. */
export function draftsOf(
  text: string,
  known: readonly Pick<Draft, "url">[],
  can: (capability: string) => boolean,
): Draft[] {
  const urls = new Set(known.map(({ url }) => url));
  return addressesIn(text).flatMap((typed) => {
    const read = readAddress(typed, can);
    const url = "url" in read ? read.url : typed;
    if (urls.has(url)) return [];
    urls.add(url);
    const { kind, ...about } = { kind: undefined, ...read };
    return [{ ...usualSettings, id: randomId(), ...about, url, kind }];
  });
}

/** What is wrong with a number in a crawl's settings. */
export function crawlProblem(draft: Pick<Draft, "kind" | "scope" | "pages" | "depth">): {
  pages?: string;
  depth?: string;
} {
  if (draft.kind !== "ingest-url" || draft.scope === "page") return {};
  const pages = isWithin(draft.pages, 1, crawlLimits.pages.max);
  const depth = isWithin(draft.depth, 0, crawlLimits.depth.max);
  return {
    ...(pages ? {} : { pages: "A number from 1 to 1,000." }),
    ...(depth ? {} : { depth: "A number from 0 to 10." }),
  };
}

/** Whether the address can be sent as it is. */
export const isSendable = (draft: Draft): boolean =>
  draft.problem === undefined &&
  draft.refusal === undefined &&
  draft.kind !== undefined &&
  Object.keys(crawlProblem(draft)).length === 0 &&
  isFolderKnown(draft);

/** A folder is joined to the address of a repository as a whole only: an address of a folder has its own. */
export const namesRepository = ({ kind, url }: Pick<Draft, "kind" | "url">): boolean =>
  kind === "ingest-github" && /^https?:\/\/(?:www\.)?github\.com\/[^/]+\/[^/?#]+\/?$/i.test(url);

const isFolderKnown = ({ folder }: Pick<Draft, "folder">): boolean => !/(^|\/)\.\.?(\/|$)/.test(folder);

/** The request that reads the address. */
export function requestOf(draft: Draft): WebAddress {
  if (draft.kind === "ingest-github") return { url: repositoryUrl(draft) };
  if (draft.kind !== "ingest-url") return { url: draft.url };
  const page = { url: draft.url, ...(draft.isRendered ? { render: true } : {}) };
  if (draft.scope === "page") return page;
  const crawl = {
    ...(isUsual(draft, "pages") ? {} : { max_pages: Number(draft.pages) }),
    ...(isUsual(draft, "depth") ? {} : { max_depth: Number(draft.depth) }),
    ...(draft.scope === "below" ? { scope: draft.scope } : {}),
    ...(draft.otherHosts ? { other_hosts: true } : {}),
  };
  return { ...page, crawlUrls: true, ...(Object.keys(crawl).length > 0 ? { crawl } : {}) };
}

/** Whether a number was left as it is. It is not sent then, so that a service without this setting reads the site too. */
const isUsual = (draft: Draft, field: "pages" | "depth"): boolean =>
  Number(draft[field]) === crawlLimits[field].usual;

function repositoryUrl(draft: Draft): string {
  const branch = trimmedPath(draft.branch);
  const folder = trimmedPath(draft.folder);
  if (!namesRepository(draft) || (branch === "" && folder === "")) return draft.url;
  // GitHub names the default branch HEAD.
  const place = [branch === "" ? "HEAD" : branch, folder].filter((part) => part !== "").join("/");
  const path = place.split("/").map(encodeURIComponent).join("/");
  return `${draft.url.replace(/(?:\.git)?\/?$/, "")}/tree/${path}`;
}

const trimmedPath = (typed: string): string =>
  typed
    .trim()
    .split("/")
    .filter((part) => part !== "")
    .join("/");

function isWithin(typed: string, min: number, max: number): boolean {
  const number = Number(typed);
  return typed.trim() !== "" && Number.isInteger(number) && number >= min && number <= max;
}
