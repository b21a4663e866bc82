import { expect, it } from "vitest";
import { translated } from "./workbench-words.ts";

it.each([
  [
    "An internal error stopped the processing. Try again with POST /reprocess.",
    "An internal error stopped the processing. Press “Read again”.",
  ],
  [
    "The site is busy. It was tried 3 times. Try again later with POST /reprocess.",
    "The site is busy. It was tried 3 times. Try again later: press “Read again”.",
  ],
  [
    "Processing was tried 3 times. The file is kept: try again with POST /reprocess.",
    "Processing was tried 3 times. The file is kept: press “Read again”.",
  ],
  [
    "The video has no captions. Upload it with POST /ingest-file to have it transcribed.",
    "The video has no captions. Add it here as a file to have it transcribed.",
  ],
  [
    "No text was found: it looks like a scan. Process it with method auto or balanced.",
    "No text was found: it looks like a scan. Press “Read again” and choose auto or balanced.",
  ],
  [
    "Method fast does not read text in images. Process the file with method balanced to read it",
    "Method fast does not read text in images. Press “Read again” and choose balanced to read it.",
  ],
])("says what to do in the workbench, and keeps what the service said: %s", (message, words) => {
  expect(translated(message)).toEqual({ words, original: message.replace(/[^.]$/, "$&.") });
});

const whoCan = "The operator of the service can set this up; then press “Read again”.";

it.each([
  [
    "The speech of this recording can't be turned into text: nothing is set up for it. Ask the operator of this service to set HEADWATER_TRANSCRIPTION_MODEL.",
    `The speech of this recording can't be turned into text: nothing is set up for it. ${whoCan}`,
  ],
  [
    "Only its chapters were read: nothing is set up to turn speech into text (HEADWATER_TRANSCRIPTION_MODEL)",
    `Only its chapters were read: nothing is set up to turn speech into text. ${whoCan}`,
  ],
  [
    "Parsed with method accurate: agentic needs a vision model, which HEADWATER_VISION_MODEL names",
    `Parsed with method accurate: agentic needs a vision model. ${whoCan}`,
  ],
])("names no setting to someone who cannot change it: %s", (message, words) => {
  expect(translated(message).words).toBe(words);
});

it("leaves a message alone that has nothing to translate", () => {
  expect(translated("The workbook is locked with a password")).toEqual({
    words: "The workbook is locked with a password.",
  });
});
