import { type Cue, type ParsedElement, passagesOf } from "@headwater/reader";
import type { WebFetcher } from "../../../ports/web-fetcher.ts";
import { parseVideoAddress } from "../../video-address.ts";
import { AcquireError, SourceUnavailableError } from "../acquire.ts";
import type { AcquireAddress } from "../acquire-page.ts";
import { fetchResource, ifHad } from "../fetch-resource.ts";
import { parseCaptions } from "./captions.ts";
import {
  apiKeyOfPage,
  type CaptionTrack,
  chooseTrack,
  isLanguage,
  type Video,
  videoOf,
  videoOfPage,
} from "./player-response.ts";

const maxPageBytes = 20 * 1024 * 1024;

/** The app for phones is answered tracks that need no proof of a browser. */
const phoneClient = { clientName: "ANDROID", clientVersion: "20.10.38" };

/** The captions of a video, as passages with their times and links to the moment. */
export const createAcquireVideo = (deps: {
  fetcher: WebFetcher;
  /** Where YouTube is: `https://www.youtube.com`. */
  origin: string;
  /** Wanted languages, best first, as in `en` or `pt-br`. */
  languages: string[];
}): AcquireAddress => {
  const get = async (url: string, asked: Asked, json?: string): Promise<string> => {
    const request = {
      url,
      signal: asked.signal,
      languages: [...asked.languages, "*;q=0.5"].join(", "),
      maxBytes: maxPageBytes,
      ...(json === undefined ? {} : { json }),
    };
    return Buffer.from((await fetchResource(deps.fetcher, request)).bytes).toString("utf8");
  };

  const readTrack = async (track: CaptionTrack, asked: Asked): Promise<Cue[]> => {
    const url = new URL(track.url, deps.origin);
    url.searchParams.set("fmt", "json3");
    return parseCaptions(await get(url.href, asked));
  };

  /** The video as the page's player sees it, and as the app's does: one of them may be kept from the captions. */
  async function* views(id: string, asked: Asked): AsyncGenerator<Video> {
    const page = await get(`${deps.origin}/watch?v=${id}`, asked);
    const seen = videoOfPage(page);
    if (seen) yield seen;
    const key = apiKeyOfPage(page);
    if (key === null) return;
    const body = JSON.stringify({ context: { client: phoneClient }, videoId: id });
    const told = await ifHad(() => get(`${deps.origin}/youtubei/v1/player?key=${key}`, asked, body));
    const video = told === null ? null : videoOf(told);
    if (video) yield video;
  }

  return async function* ({ url, languages }, { signal, note }) {
    const asked: Asked = { signal, languages: languages ?? deps.languages };
    const id = parseVideoAddress(url);
    if (id === null) throw new AcquireError(`${url} is not an address of a YouTube video.`);
    let shown: Video | null = null;
    let isEmpty = false;
    for await (const video of views(id, asked)) {
      shown ??= video;
      const track = chooseTrack(video.tracks, asked.languages);
      if (!track) continue;
      const cues = await readTrack(track, asked);
      isEmpty ||= cues.length === 0;
      if (cues.length === 0) continue;
      const address = `https://www.youtube.com/watch?v=${id}`;
      const elements = elementsOf({ video, cues, address, track });
      const metadata = factsOf(video, track);
      note(captionNote(track, video.tracks, asked.languages));
      return yield { bytes: new Uint8Array(), fileName: url, extension: "youtube", elements, metadata };
    }
    throw explain(url, shown, isEmpty);
  };
};

/** For one build: wanted languages, best first. */
type Asked = { signal: AbortSignal; languages: readonly string[] };

/** Which captions were taken; and which others there are, where none of the wanted languages was. */
function captionNote(
  track: CaptionTrack,
  tracks: readonly CaptionTrack[],
  wanted: readonly string[],
): string {
  const taken = `${track.automatic ? "Automatic captions" : "Captions"} in ${track.language} were read`;
  if (wanted.some((language) => isLanguage(track, language))) return `${taken}.`;
  const there = [...new Set(tracks.map(({ language }) => language))].slice(0, 20).join(", ");
  return `${taken}, because there are none in ${wanted.join(", ")}; there are: ${there}.`;
}

function elementsOf(given: {
  video: Video;
  cues: Cue[];
  address: string;
  track: CaptionTrack;
}): ParsedElement[] {
  const { video, cues, address, track } = given;
  const title: ParsedElement[] =
    video.title === null
      ? []
      : [
          {
            type: "Title",
            text: video.title,
            markdown: `# ${video.title}`,
            level: 1,
            pageNumber: 1,
            metadata: { url: address },
          },
        ];
  const passages = passagesOf(cues).map(
    ({ start, end, text }): ParsedElement => ({
      type: "NarrativeText",
      text: text.normalize("NFC"),
      pageNumber: 1,
      metadata: {
        url: `${address}&t=${Math.floor(start)}s`,
        start_seconds: start,
        end_seconds: end,
        languages: [track.language],
      },
    }),
  );
  return [...title, ...passages];
}

const factsOf = ({ author, seconds }: Video, { automatic }: CaptionTrack): Record<string, unknown> => ({
  captions: automatic ? "automatic" : "by hand",
  ...(author === null ? {} : { author }),
  ...(seconds === null ? {} : { duration_seconds: seconds }),
});

/** Why a video gives nothing to read. */
function explain(url: string, video: Video | null, isEmpty: boolean): Error {
  if (!video) {
    const why = "YouTube answered a page without a player: it may ask for consent or suspect a program";
    return new SourceUnavailableError(`The captions of ${url} could not be fetched: ${why}.`);
  }
  if (isEmpty)
    return new SourceUnavailableError(
      `The captions of ${url} could not be fetched: YouTube answered none of their text.`,
    );
  if (video.status !== "OK") {
    const why = video.reason === null ? video.status : `"${video.reason}" (${video.status})`;
    return new AcquireError(`The video ${url} can't be read: YouTube says ${why}.`);
  }
  return new AcquireError(
    `The video ${url} has no captions, and captions are what is read of a video. Upload it with POST /ingest-file to have it transcribed.`,
  );
}
