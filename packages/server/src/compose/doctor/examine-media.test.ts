import { expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { examineMedia } from "./examine-media.ts";

const noModel = { transcription: undefined };

it.each(["/nowhere/ffmpeg", process.execPath])("%s is no FFmpeg: what to install is said", async (ffmpeg) => {
  expect(await examineMedia({ ffmpeg, transcriptionCommand: undefined }, noModel)).toMatchObject({
    state: "note",
    text: expect.stringContaining("install FFmpeg or set HEADWATER_PROGRAMS=ffmpeg=<path>"),
  });
});

needs("ffmpeg")("with FFmpeg", () => {
  it.each([
    [["/opt/whisper-cli", "-np"] as [string, string], /^FFmpeg \S+, speech by whisper-cli$/],
    [undefined, /^FFmpeg \S+; .* speech is not \(HEADWATER_TRANSCRIPTION_MODEL\)$/],
  ])("the transcriber %s is named", async (transcriptionCommand, text) => {
    const finding = await examineMedia({ ffmpeg: "ffmpeg", transcriptionCommand }, noModel);
    expect(finding).toMatchObject({ state: "ok", text: expect.stringMatching(text) });
  });
});
