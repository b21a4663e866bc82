import type { Method } from "@headwater/spec";
import type { BuildId, FileId, ProjectId } from "../kernel/ids.ts";
import type { WebFetcher } from "../ports/web-fetcher.ts";
import type { AddAddress } from "./add-address.ts";
import { notARepository, notAVideo } from "./errors.ts";
import { parseRepositoryAddress } from "./repository-address.ts";
import type { CrawlWishes } from "./source-address.ts";
import { parseVideoAddress } from "./video-address.ts";
import { readWebAddress, typeOfAddress } from "./web-address.ts";

type Added = Promise<{ fileId: FileId; buildId: BuildId }>;

/** Records what is to be fetched from the web. Throws 400 for an address of another kind; nothing is fetched here. */
export type AddWebSource = {
  page(
    projectId: ProjectId,
    page: { url: string; crawl: CrawlWishes | null; httpsOnly: boolean; method: Method | undefined },
  ): Added;
  repository(projectId: ProjectId, url: string): Added;
  video(projectId: ProjectId, url: string): Added;
};

/** Code and captions are read in one way only. */
const onlyMethod: Method = "fast";

export const createAddWebSource = (deps: {
  addAddress: AddAddress;
  refusal: WebFetcher["refusal"];
}): AddWebSource => ({
  async page(projectId, { url: sent, crawl, httpsOnly, method }) {
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
    });
  },
  async repository(projectId, sent) {
    const { url, fileName } = readWebAddress(sent, deps);
    if (!parseRepositoryAddress(url.href)) throw notARepository();
    const how = { url: url.href, crawl: null, httpsOnly: false, method: onlyMethod, methodNamed: true };
    return deps.addAddress(projectId, { fileSource: "github", fileName, fileType: "github", ...how });
  },
  async video(projectId, sent) {
    const { url, fileName } = readWebAddress(sent, deps);
    if (!parseVideoAddress(url.href)) throw notAVideo();
    const how = { url: url.href, crawl: null, httpsOnly: false, method: onlyMethod, methodNamed: true };
    return deps.addAddress(projectId, { fileSource: "youtube", fileName, fileType: "youtube", ...how });
  },
});
