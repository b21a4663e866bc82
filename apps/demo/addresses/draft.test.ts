import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import {
  crawlLimits,
  crawlProblem,
  type Draft,
  draftsOf,
  isSendable,
  requestOf,
  usualSettings,
} from "./draft.ts";

const all = () => true;
const draft = (changes: Partial<Draft>): Draft => ({
  ...usualSettings,
  id: "1",
  url: "https://example.com/docs/",
  kind: "ingest-url",
  ...changes,
});

it("makes one draft of each pasted address and says what each is", () => {
  const pasted =
    "https://example.com/a\nhttps://github.com/owner/name, https://youtu.be/abc https://example.com/a";
  expect(draftsOf(pasted, [], all).map(({ kind, url }) => [kind, url])).toEqual([
    ["ingest-url", "https://example.com/a"],
    ["ingest-github", "https://github.com/owner/name"],
    ["ingest-youtube", "https://youtu.be/abc"],
  ]);
  expect(draftsOf("https://example.com/a", [{ url: "https://example.com/a" }], all)).toEqual([]);
});

it("keeps what is no address, or not read by this service, with the reason", () => {
  const onlyGithub = (capability: string) => capability === "ingest-github";
  const [word, video] = draftsOf("wikipedia https://youtu.be/abc", [], onlyGithub);
  expect(word).toMatchObject({ url: "wikipedia", problem: "An address starts with https://" });
  expect(video).toMatchObject({
    kind: "ingest-youtube",
    problem: "This service does not read videos on YouTube.",
  });
  expect(word && isSendable(word)).toBe(false);
});

it("reads one page, unless more is asked for", () => {
  expect(requestOf(draft({}))).toEqual({ url: "https://example.com/docs/" });
  expect(requestOf(draft({ scope: "below", pages: "20", depth: "2", otherHosts: true }))).toEqual({
    url: "https://example.com/docs/",
    crawlUrls: true,
    crawl: { max_pages: 20, max_depth: 2, scope: "below", other_hosts: true },
  });
});

it("has a browser open the pages only when that is asked for", () => {
  const url = "https://example.com/docs/";
  expect(requestOf(draft({ isRendered: true }))).toEqual({ url, render: true });
  expect(requestOf(draft({ isRendered: true, scope: "site" }))).toEqual({
    url,
    render: true,
    crawlUrls: true,
  });
  const repository = "https://github.com/owner/name";
  const changes = { isRendered: true, kind: "ingest-github", url: repository } as const;
  expect(requestOf(draft(changes))).toEqual({ url: repository });
});

it("sends only the settings that were changed", () => {
  expect(requestOf(draft({ scope: "site" }))).toEqual({
    url: "https://example.com/docs/",
    crawlUrls: true,
  });
  expect(requestOf(draft({ scope: "site", depth: "0" }))).toMatchObject({ crawl: { max_depth: 0 } });
});

it.each([
  ["pages", "1001"],
  ["pages", "0"],
  ["pages", ""],
  ["depth", "11"],
  ["depth", "1.5"],
])("does not send a crawl whose %s are %j", (field, typed) => {
  const wrong = draft({ scope: "site", [field]: typed });
  expect(crawlProblem(wrong)).toHaveProperty(field);
  expect(isSendable(wrong)).toBe(false);
  expect(isSendable({ ...wrong, scope: "page" })).toBe(true);
});

it("names branch and folder in the address of a repository", () => {
  const repository = draft({ kind: "ingest-github", url: "https://github.com/owner/name" });
  expect(requestOf(repository).url).toBe("https://github.com/owner/name");
  expect(requestOf({ ...repository, folder: "/docs/ guide/" }).url).toBe(
    "https://github.com/owner/name/tree/HEAD/docs/%20guide",
  );
  expect(requestOf({ ...repository, branch: "next/v2" }).url).toBe(
    "https://github.com/owner/name/tree/next/v2",
  );
  expect(isSendable({ ...repository, folder: "../other" })).toBe(false);
  const folder = draft({ kind: "ingest-github", url: "https://github.com/owner/name/tree/main/docs" });
  expect(requestOf({ ...folder, folder: "src" }).url).toBe(folder.url);
});

it("takes the bounds of a crawl from the spec", () => {
  const file = createRequire(import.meta.url).resolve("@headwater/spec/sources.json");
  const { max_pages: pages, max_depth: depth } = JSON.parse(readFileSync(file, "utf8")).components.schemas
    .CrawlOptions.properties;
  expect([pages.minimum, pages.maximum]).toEqual([1, crawlLimits.pages.max]);
  expect([depth.minimum, depth.maximum]).toEqual([0, crawlLimits.depth.max]);
});
