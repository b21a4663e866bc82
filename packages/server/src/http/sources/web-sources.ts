import type { CrawlOptions, VideoIngestion } from "@headwater/spec";
import { sourceNodeNotFound } from "../../sources/errors.ts";
import { readTags } from "../../sources/read-tags.ts";
import type { CrawlWishes } from "../../sources/source-address.ts";
import { defineRoute } from "../define-route.ts";
import { sourceAfterBuild } from "../deprecated-operations.ts";
import { readMethod } from "../methods.ts";
import { presentUploadedSource } from "../present/source.ts";

const required = { url: "Invalid input: URL is required" };
const scheduled = ({ buildId }: { buildId: string }) => ({ build_id: buildId, success: true, error: null });

const readCrawl = ({ max_pages, max_depth, scope, other_hosts }: CrawlOptions = {}): CrawlWishes => ({
  ...(max_pages === undefined ? {} : { pages: max_pages }),
  ...(max_depth === undefined ? {} : { depth: max_depth }),
  below: scope === "below",
  otherHosts: other_hosts ?? false,
});

/** An empty list is as none at all. */
const readLanguages = (codes: string[] = []): string[] | null =>
  codes.length === 0 ? null : codes.map((code) => code.toLowerCase());

const readVideo = ({ url, languages, tags }: VideoIngestion) => ({
  url,
  languages: readLanguages(languages),
  tags: readTags(tags),
});

export const ingestUrl = defineRoute(
  "ingestUrl",
  async ({ body, caller }, { addWebSource }) => {
    const { url } = body;
    const crawl = body.crawlUrls ? readCrawl(body.crawl) : null;
    const method = readMethod(body.method);
    const render = body.render ?? false;
    return scheduled(
      await addWebSource.page(caller.projectId, {
        url,
        crawl,
        render,
        httpsOnly: false,
        method,
        tags: readTags(body.tags),
      }),
    );
  },
  { required, failure: "Failed to ingest URL", stores: true },
);

/** Answers the source as it was recorded; its build is not waited for. */
export const uploadUrlSource = defineRoute(
  "uploadUrlSource",
  async ({ body, caller: { projectId } }, { addWebSource, listSources }) => {
    const { url } = body;
    const crawl = body.crawlUrls ? {} : null;
    const sent = body.partition_method ?? body.method;
    const method = readMethod(sent);
    const { fileId } = await addWebSource.page(projectId, {
      url,
      crawl,
      httpsOnly: true,
      render: false,
      method,
      tags: readTags(body.tags),
    });
    const [source] = await listSources(projectId, [fileId]);
    if (!source) throw sourceNodeNotFound();
    return presentUploadedSource(source, sent);
  },
  { required, failure: "Failed to upload URL source", stores: true },
);

export const ingestGithub = defineRoute(
  "ingestGithub",
  async ({ body, caller }, { addWebSource }) =>
    scheduled(await addWebSource.repository(caller.projectId, { url: body.url, tags: readTags(body.tags) })),
  { required, failure: "Failed to ingest GitHub repository", stores: true },
);

export const ingestYoutube = defineRoute(
  "ingestYoutube",
  async ({ body, caller }, { addWebSource }) =>
    scheduled(await addWebSource.video(caller.projectId, readVideo(body))),
  { required, failure: "Failed to ingest YouTube video", stores: true },
);

/** Deprecated, synchronous operation; ingest-github replaces it. */
export const uploadGithubSource = defineRoute(
  "uploadGithubSource",
  async ({ body, caller, signal }, rooms) => {
    const added = await rooms.addWebSource.repository(caller.projectId, {
      url: body.url,
      tags: readTags(body.tags),
    });
    return sourceAfterBuild(rooms, caller, added, undefined, signal);
  },
  { required, failure: "Failed to ingest GitHub repository", stores: true },
);

/** Deprecated, synchronous operation; ingest-youtube replaces it. */
export const uploadYoutubeSource = defineRoute(
  "uploadYoutubeSource",
  async ({ body, caller, signal }, rooms) => {
    const added = await rooms.addWebSource.video(caller.projectId, readVideo(body));
    return sourceAfterBuild(rooms, caller, added, undefined, signal);
  },
  { required, failure: "Failed to ingest YouTube video", stores: true },
);
