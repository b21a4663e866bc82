import { readTimedText } from "./timed-text.ts";
import { type Speech, type SpeechSegment, TranscriptionError } from "./transcribe.ts";

/**
 * Reads what a transcribing program prints: JSON of Whisper programs, WebVTT, SRT, the lines of whisper.cpp, words with
 * times of pocketsphinx, the utterances of
 * pocketsphinx 5, or plain text, whose lines share the recording's length by their number of characters.
 */
export function readTranscript(output: string, lengthSeconds: number): Speech {
  const text = output.replace(/^\uFEFF/, "").trim();
  const told = text.startsWith("{") ? readJson(text) : null;
  const { segments, language } = told ?? { segments: readLines(text, lengthSeconds), language: null };
  return {
    language,
    segments: segments.flatMap((segment) => {
      const words = withoutMarks(segment.text);
      if (words === "") return [];
      const startSeconds = within(segment.startSeconds, lengthSeconds);
      const endSeconds = Math.max(startSeconds, within(segment.endSeconds, lengthSeconds));
      return [{ text: words, startSeconds, endSeconds }];
    }),
  };
}

const within = (value: number, limit: number): number => Math.min(Math.max(0, value), limit);

/** Marks that are not speech: `[BLANK_AUDIO]`, `[_BEG_]`, `(upbeat music)`, `<sil>`, `++NOISE++`. */
const withoutMarks = (text: string): string =>
  text
    .replaceAll(/\[[A-Z_ ]{1,40}\d*\]|<\/?(?:s|sil)>|\+\+[A-Z_]{1,30}\+\+/g, " ")
    .replace(/^\s*[([][\p{L} ,.'-]{1,60}[)\]]\s*$/u, "")
    .replaceAll(/\s+/g, " ")
    .trim();

function readLines(text: string, lengthSeconds: number): SpeechSegment[] {
  const cues = readTimedText(text);
  if (cues.length > 0)
    return cues.map(({ start, end, text }) => ({ text, startSeconds: start, endSeconds: end }));
  const words = readTimedWords(text);
  return words.length > 0 ? words : shareOut(text, lengthSeconds);
}

/** Words further apart are two utterances; seconds. */
const utterancePause = 0.5;
const timedWord = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;

/** `word start end probability` on each line, as pocketsphinx prints with `-time yes`. */
function readTimedWords(text: string): SpeechSegment[] {
  const segments: SpeechSegment[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, word = "", start, end] = timedWord.exec(line.trim()) ?? [];
    if (start === undefined || /^(?:<.*>|\[.*\]|\+\+.*\+\+)$/.test(word)) continue;
    const last = segments.at(-1);
    // `the(2)` is the second way to say it.
    const said = word.replace(/\(\d+\)$/, "");
    if (last && Number(start) - last.endSeconds < utterancePause) {
      last.text = `${last.text} ${said}`;
      last.endSeconds = Number(end);
    } else segments.push({ text: said, startSeconds: Number(start), endSeconds: Number(end) });
  }
  return segments;
}

function shareOut(text: string, lengthSeconds: number): SpeechSegment[] {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  const total = lines.reduce((sum, line) => sum + line.length, 0);
  let before = 0;
  return lines.map((line) => {
    const startSeconds = (before / total) * lengthSeconds;
    before += line.length;
    return { text: line, startSeconds, endSeconds: (before / total) * lengthSeconds };
  });
}

type Utterance = { b?: unknown; d?: unknown; t?: unknown } | null;

/** `{"b": begin, "d": duration, "t": text, …}` on each line, as pocketsphinx 5 prints. Null for anything else. */
function readUtterances(text: string): SpeechSegment[] | null {
  const segments: SpeechSegment[] = [];
  for (const line of text.split(/\r?\n/)) {
    const { b, d, t } = (parsed(line) as Utterance | undefined) ?? {};
    if (typeof b !== "number" || typeof d !== "number" || typeof t !== "string") return null;
    segments.push({ text: t, startSeconds: b, endSeconds: b + d });
  }
  return segments;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined; // plain text that begins with a brace
  }
}

type JsonSegment = {
  text?: unknown;
  start?: unknown;
  end?: unknown;
  offsets?: { from?: unknown; to?: unknown };
};

type Told = {
  segments?: unknown;
  transcription?: unknown;
  language?: unknown;
  result?: { language?: unknown };
};

/**
 * `{segments: [{start, end, text}], language}` of Whisper, or `{transcription: [{offsets: {from, to}, text}], result:
 * {language}}` of whisper.cpp, whose offsets are milliseconds. Null for what is not JSON; throws TranscriptionError for JSON of another form.
 */
function readJson(text: string): { segments: SpeechSegment[]; language: string | null } | null {
  const utterances = readUtterances(text);
  if (utterances) return { segments: utterances, language: null };
  const told = parsed(text) as Told | null | undefined;
  if (told == null) return null;
  const listed = told.segments ?? told.transcription;
  if (!Array.isArray(listed))
    throw new TranscriptionError(
      'the transcriber printed JSON without a list "segments" or "transcription".',
    );
  const segments = listed.flatMap((segment: JsonSegment | null) => {
    const { text, start, end, offsets } = segment ?? {};
    const [from, to] = offsets
      ? [Number(offsets.from) / 1000, Number(offsets.to) / 1000]
      : [Number(start), Number(end)];
    if (typeof text !== "string" || !Number.isFinite(from) || !Number.isFinite(to)) return [];
    return [{ text, startSeconds: from, endSeconds: to }];
  });
  const language = told.language ?? told.result?.language;
  const isCode = typeof language === "string" && /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(language);
  return { segments, language: isCode ? language : null };
}
