import type { Method } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { AddAddress } from "./add-address.ts";
import { notARepository, notAVideo, renderingNotConfigured } from "./errors.ts";
import { parseRepositoryAddress } from "./repository-address.ts";
import type { CrawlWishes } from "./source-address.ts";
import { parseVideoAddress } from "./video-address.ts";
import { readWebAddress, typeOfAddress } from "./web-address.ts";

type Added = Promise<{ fileId: FileId; buildId: BuildId }>;

/** Records what is to be fetched from the web. Throws 400 for an address of another kind; nothing is fetched here. */
export type AddWebSource = {
  page(
    projectId: ProjectId,
    page: {
      url: string;
      crawl: CrawlWishes | null;
      httpsOnly: boolean;
      render: boolean;
      method: Method | undefined;
      tags: string[];
    },
  ): Added;
  repository(projectId: ProjectId, repository: { url: string; tags: string[] }): Added;
  /** `languages` of captions, best first; null for those of the settings. */
  video(projectId: ProjectId, video: { url: string; languages: string[] | null; tags: string[] }): Added;
};

/** Code and captions are read in one way only. */
const onlyMethod: Method = "fast";

const plain = { crawl: null, httpsOnly: false, render: false, languages: null };

export const createAddWebSource = (deps: {
  addAddress: AddAddress;
  refusal: WebFetcher["refusal"];
  /** Whether there is a browser. */
  canRender: boolean;
}): AddWebSource => ({
  async page(projectId, { url: sent, crawl, httpsOnly, render, method, tags }) {
    if (render && !deps.canRender) throw renderingNotConfigured();
    const { url, fileName } = readWebAddress(sent, { refusal: deps.refusal, httpsOnly });
    return deps.addAddress(projectId, {
      fileSource: "url",
      fileName,
      fileType: typeOfAddress(url),
      // Until it is fetched: the default for anything but an image.
      method: method ?? "auto",
      methodNamed: method !== undefined,
      url: url.href,
      crawl,
      httpsOnly,
      render,
      languages: null,
      tags,
    });
  },
  async repository(projectId, { url: sent, tags }) {
    const { url, fileName } = readWebAddress(sent, deps);
    if (!parseRepositoryAddress(url.href)) throw notARepository();
    const how = { ...plain, url: url.href, method: onlyMethod, methodNamed: true, tags };
    return deps.addAddress(projectId, { fileSource: "github", fileName, fileType: "github", ...how });
  },
  async video(projectId, { url: sent, languages, tags }) {
    const { url, fileName } = readWebAddress(sent, deps);
    if (!parseVideoAddress(url.href)) throw notAVideo();
    const how = { ...plain, url: url.href, languages, method: onlyMethod, methodNamed: true, tags };
    return deps.addAddress(projectId, { fileSource: "youtube", fileName, fileType: "youtube", ...how });
  },
});
