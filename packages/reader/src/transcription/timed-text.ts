import type { Cue } from "./cue.ts";
import { withoutRolling } from "./rolling-captions.ts";

const time = String.raw`(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2}(?:[.,]\d{1,6})?)`;
const timing = new RegExp(String.raw`^\s*\[?${time}\s*-->\s*${time}([^\]\n]*)\]?(.*)$`);

/**
 * Reads WebVTT, SRT, and the lines `[00:00.000 --> 00:07.600] text` that whisper programs print. Cues come in the order
 * of time; those without text, and those that are shown twice at once or a second time by rolling captions, are left out. Empty when the text has
 * no times.
 */
export function readTimedText(content: string): Cue[] {
  const cues: Cue[] = [];
  let current: Cue | undefined;
  let isBracketed = false;
  for (const line of content.split(/\r\n|\r|\n/)) {
    const match = timing.exec(line);
    if (match) {
      isBracketed = line.trimStart().startsWith("[");
      // After the bracket stands the text; without brackets, settings of the cue.
      const text = isBracketed ? (match[8] ?? "") : "";
      current = { start: seconds(match, 1), end: seconds(match, 4), text };
      cues.push(current);
    } else if (line.trim() === "") current = undefined;
    else if (current && !isBracketed) current.text = `${current.text}\n${line}`;
  }
  return withoutRolling(spoken(cues.map((cue) => ({ ...cue, text: plainText(cue.text) }))));
}

const seconds = (match: RegExpExecArray, at: number): number =>
  Number(match[at] ?? 0) * 3600 +
  Number(match[at + 1]) * 60 +
  Number((match[at + 2] ?? "0").replace(",", "."));

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** Without tags of WebVTT and SRT, `{\an8}` of ASS, entities and line breaks. */
export const plainText = (text: string): string =>
  text
    .replaceAll(/<\/?(?:[a-z][^<>]{0,200}|\d[\d:.]{0,20})>/gi, "")
    .replaceAll(/\{\\[^{}]{0,200}\}/g, "")
    .replaceAll(/&(\w{2,4});/g, (entity, name: string) =>
      Object.hasOwn(entities, name) ? (entities[name] ?? entity) : entity,
    )
    .replaceAll(/[\s\u200b]+/g, " ")
    .trim();

/** A shape that ASS draws, whose commands FFmpeg gives as text: "m 0 0 l 10 10". */
const drawing = /^m(?: -?\d+(?:\.\d+)?){2}(?: (?:[mnlbspc]|-?\d+(?:\.\d+)?))*$/;

const spoken = (cues: Cue[]): Cue[] =>
  cues
    .filter(({ text }) => text !== "" && !drawing.test(text))
    .sort((a, b) => a.start - b.start)
    .filter((cue, at, all) => !isCopy(cue, all[at - 1]));

/** Some programs draw a line twice at the same time, for its shadow. What comes after it was said again. */
const isCopy = (cue: Cue, before: Cue | undefined): boolean =>
  before !== undefined && cue.text === before.text && cue.start < before.end;
