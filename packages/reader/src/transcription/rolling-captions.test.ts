import { expect, it } from "vitest";
import { withoutRolling } from "./rolling-captions.ts";
import { readTimedText } from "./timed-text.ts";

const cues = (...texts: string[]) => texts.map((text, start) => ({ start, end: start + 1, text }));
const said = (...texts: string[]) =>
  withoutRolling(cues(...texts))
    .map(({ text }) => text)
    .join(" ");

it("gives each phrase once where a line comes again above the next", () => {
  expect(
    said(
      "the harvest had grown",
      "the harvest had grown by seven percent",
      "by seven percent",
      "by seven percent in the north of",
      "in the north of the country",
    ),
  ).toBe("the harvest had grown by seven percent in the north of the country");
});

it("gives each word once where captions grow", () => {
  expect(said("so", "so we", "so we went", "so we went home", "and slept")).toBe("so we went home and slept");
});

it("keeps what is said twice", () => {
  const lines = [
    "We go now.",
    "We go now. Really?",
    "Yes.",
    "No, no.",
    "No, no. I stay.",
    "Fine, then.",
    "Good.",
  ];
  expect(said(...lines, "He left.", "She wept.", "They met again.")).toBe(
    [...lines, "He left.", "She wept.", "They met again."].join(" "),
  );
});

it("keeps a caption that comes again, and gives one that is drawn twice at the same time once", () => {
  const texts = (second: string) =>
    readTimedText(
      `00:00.000 --> 00:02.000\nNo.\n\n${second} --> 00:03.000\nNo.\n\n00:04.000 --> 00:05.000\nSure?`,
    ).map(({ text }) => text);
  expect(texts("00:02.000")).toEqual(["No.", "No.", "Sure?"]);
  expect(texts("00:00.000")).toEqual(["No.", "Sure?"]);
});

it("keeps words that come again after a pause", () => {
  const apart = cues("one two three", "two three four", "three four five").map((cue, index) => ({
    ...cue,
    start: index * 10,
    end: index * 10 + 1,
  }));
  expect(withoutRolling(apart)).toEqual(apart);
});
