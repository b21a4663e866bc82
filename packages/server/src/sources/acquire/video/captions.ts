import { type Cue, readTimedText } from "@headwater/reader";

/** Reads captions in whichever form they come: JSON (json3), XML (timed text, old and new) or WebVTT. */
export function parseCaptions(content: string): Cue[] {
  const text = content.trimStart();
  if (text.startsWith("{")) return cuesOfJson(text);
  if (/^\uFEFF?WEBVTT/.test(text)) return cuesOfVtt(text);
  return text.startsWith("<") ? cuesOfXml(text) : [];
}

type JsonEvent = { tStartMs?: unknown; dDurationMs?: unknown; aAppend?: unknown; segs?: unknown };

function cuesOfJson(content: string): Cue[] {
  let events: unknown;
  try {
    events = (JSON.parse(content) as { events?: unknown } | null)?.events;
  } catch {
    return []; // cut short; the caller says that nothing could be read
  }
  if (!Array.isArray(events)) return [];
  const cues = events.flatMap((event: JsonEvent | null) => {
    const { tStartMs, dDurationMs, aAppend, segs } = event ?? {};
    // What is appended is the line break of a rolling caption.
    if (aAppend || !Array.isArray(segs) || typeof tStartMs !== "number") return [];
    const text = segs.map((segment: { utf8?: unknown }) => String(segment?.utf8 ?? "")).join("");
    const length = typeof dDurationMs === "number" ? dDurationMs : 0;
    return [{ start: tStartMs / 1000, end: (tStartMs + length) / 1000, text: plain(text) }];
  });
  return spoken(cues);
}

/** `<text start="1.2" dur="3">` in seconds, or `<p t="1200" d="3000">` in milliseconds. */
function cuesOfXml(content: string): Cue[] {
  const cues = content.split(/<(?=(?:text|p)[\s>])/).flatMap((piece): Cue[] => {
    const isOld = piece.startsWith("text");
    const [open, close] = [piece.indexOf(">"), piece.indexOf(isOld ? "</text>" : "</p>")];
    if (open < 0 || close < open) return [];
    const attributes = piece.slice(0, open);
    const start = numberIn(attributes, isOld ? "start" : "t");
    if (start === null) return [];
    const length = numberIn(attributes, isOld ? "dur" : "d") ?? 0;
    const unit = isOld ? 1 : 1000;
    const text = plain(unescapeText(piece.slice(open + 1, close).replaceAll(/<[^<>]*>/g, "")));
    return [{ start: start / unit, end: (start + length) / unit, text }];
  });
  return spoken(cues);
}

const numberIn = (attributes: string, name: string): number | null => {
  const value = new RegExp(`(?:^|\\s)${name}="([\\d.]{1,20})"`).exec(attributes)?.[1];
  return value === undefined ? null : Number(value);
};

const cuesOfVtt = (content: string): Cue[] =>
  spoken(readTimedText(content).map((cue) => ({ ...cue, text: plain(unescapeText(cue.text)) })));

const plain = (text: string): string => text.replaceAll(/[\s\u200b]+/g, " ").trim();

const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " }),
);

/** Captions are escaped twice now and then: `&amp;#39;`. */
const unescapeText = (text: string): string => unescapeOnce(unescapeOnce(text));

const unescapeOnce = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (entity, decimal, hex, name) => {
    if (name) return entities.get(name.toLowerCase()) ?? entity;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });

/** Without empty lines, and without those that a rolling caption shows a second time. */
const spoken = (cues: Cue[]): Cue[] =>
  cues
    .filter(({ text }) => text !== "")
    .sort((a, b) => a.start - b.start)
    .filter(({ text }, at, all) => text !== all[at - 1]?.text);
