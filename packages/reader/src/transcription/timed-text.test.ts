import { expect, it } from "vitest";
import { readTimedText } from "./timed-text.ts";

it("leaves out shapes that subtitles draw", () => {
  const cue = (at: number, text: string) => `00:0${at}.000 --> 00:0${at}.900\n${text}\n\n`;
  const texts = ["Tide is rising.", "m 0 0 l 10 10 b 1.5 -2 3 4 5 6", "m 5", "m 1 2 is a vector"];
  expect(readTimedText(`WEBVTT\n\n${texts.map((text, at) => cue(at, text)).join("")}`)).toMatchObject([
    { text: "Tide is rising." },
    { text: "m 5" },
    { text: "m 1 2 is a vector" },
  ]);
});
