import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

/** A saved page with its truth: the whole text, or pieces that must be read (`with`) and must not (`without`). */
export type SavedPage = {
  collection: "articles" | "segments" | "seven kinds";
  name: string;
  url: string;
  /** What the collection calls the page: article, forum, product … */
  kind: string;
  /** Whether its site belongs to the third that is held back: rules are made without a look at its pages. */
  isHeldBack: boolean;
  truth: string;
  with: string[];
  without: string[];
  html: Uint8Array;
};

type Truth = Record<
  string,
  { url?: string; articleBody?: string; pageType?: string; with?: string[]; without?: string[] }
>;

/** The collections below `web-pages`, with the folder of each. */
const folders: Record<SavedPage["collection"], string> = {
  articles: ".",
  segments: "trafilatura",
  "seven kinds": "wcxb",
};

/** The saved pages of all collections, one at a time. */
export async function* savedPages(folder: string): AsyncGenerator<SavedPage> {
  for (const [collection, inner] of Object.entries(folders)) {
    const truths = JSON.parse(await readFile(join(folder, inner, "ground-truth.json"), "utf8")) as Truth;
    for (const [name, page] of Object.entries(truths)) {
      const url = page.url || "https://example.com/";
      yield {
        collection: collection as SavedPage["collection"],
        name,
        url,
        kind: page.pageType ?? "article",
        isHeldBack: isHeldBack(page.url ? siteOf(page.url) : name),
        truth: page.articleBody ?? "",
        with: page.with ?? [],
        without: page.without ?? [],
        html: gunzipSync(await readFile(join(folder, inner, "html", `${name}.html.gz`))),
      };
    }
  }
}

/** The last two parts of the host: all pages of a site are on one side. */
const siteOf = (url: string): string =>
  new URL(url).hostname
    .replace(/^www\./, "")
    .split(".")
    .slice(-2)
    .join(".");

const isHeldBack = (site: string): boolean =>
  (createHash("sha256").update(`hold:${site}`).digest()[0] ?? 0) % 3 === 0;
