/** A track of captions. */
export type CaptionTrack = { url: string; language: string; automatic: boolean };

/** What a video says of itself. */
export type Video = {
  /** `OK`, or why it can't be played. */
  status: string;
  reason: string | null;
  title: string | null;
  author: string | null;
  seconds: number | null;
  tracks: CaptionTrack[];
};

/** The player's data in the HTML of a watch page; null when there is none. */
export function videoOfPage(html: string): Video | null {
  const start = /ytInitialPlayerResponse["'\]]*\s*=\s*(?=\{)/.exec(html);
  if (!start) return null;
  const json = objectAt(html, start.index + start[0].length);
  return json === null ? null : videoOf(json);
}

/** The key that the page itself asks with: public, and the same for everyone. */
export const apiKeyOfPage = (html: string): string | null =>
  /"INNERTUBE_API_KEY"\s*:\s*"([\w-]{10,100})"/.exec(html)?.[1] ?? null;

/** Reads a player response. Null when it is something else. */
export function videoOf(json: string): Video | null {
  let response: unknown;
  try {
    response = JSON.parse(json);
  } catch {
    return null; // a page of another form
  }
  const playability = at(response, "playabilityStatus");
  const status = text(at(playability, "status"));
  if (status === null) return null;
  const details = at(response, "videoDetails");
  const tracks = at(response, "captions", "playerCaptionsTracklistRenderer", "captionTracks");
  return {
    status,
    reason: text(at(playability, "reason")),
    title: text(at(details, "title")),
    author: text(at(details, "author")),
    seconds: Number(text(at(details, "lengthSeconds"))) || null,
    tracks: Array.isArray(tracks) ? tracks.flatMap(trackOf) : [],
  };
}

function trackOf(track: unknown): CaptionTrack[] {
  const [url, language] = [text(at(track, "baseUrl")), text(at(track, "languageCode"))];
  return url === null || language === null ? [] : [{ url, language, automatic: at(track, "kind") === "asr" }];
}

/**
 * The track to read: the first of the languages that there is, written by hand rather than recognised; else any by hand,
 * else any.
 */
export function chooseTrack(
  tracks: readonly CaptionTrack[],
  languages: readonly string[],
): CaptionTrack | null {
  const byHand = tracks.filter(({ automatic }) => !automatic);
  for (const wanted of languages) {
    const fits = (track: CaptionTrack) => isLanguage(track, wanted);
    const found = byHand.find(fits) ?? tracks.find(fits);
    if (found) return found;
  }
  return byHand[0] ?? tracks[0] ?? null;
}

/** Whether a track is in a language: `pt` is met by `pt-BR`, and not the other way round. */
export const isLanguage = ({ language }: CaptionTrack, wanted: string): boolean =>
  language.toLowerCase() === wanted || language.toLowerCase().startsWith(`${wanted}-`);

/** The JSON object that begins at an index: up to its closing brace, strings passed over. */
function objectAt(source: string, start: number): string | null {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    const character = source[at];
    if (character === '"') {
      at += 1;
      while (at < source.length && source[at] !== '"') at += source[at] === "\\" ? 2 : 1;
    } else if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return source.slice(start, at + 1);
    }
  }
  return null;
}

const at = (value: unknown, ...path: string[]): unknown =>
  path.reduce<unknown>(
    (current, key) =>
      typeof current === "object" && current !== null ? (current as Record<string, unknown>)[key] : undefined,
    value,
  );

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
