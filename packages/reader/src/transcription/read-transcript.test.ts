import { describe, expect, it } from "vitest";
import { readTranscript } from "./read-transcript.ts";
import { TranscriptionError } from "./transcribe.ts";

const fill = { text: "Fill the housing.", startSeconds: 0, endSeconds: 2.5 };
const open = { text: "Then open the valve.", startSeconds: 2.5, endSeconds: 4 };

describe("what transcribers print", () => {
  it.each([
    [
      "whisper.cpp",
      "\n[00:00:00.000 --> 00:00:02.500]   Fill the housing.\n[00:00:02.500 --> 00:00:04.000]   Then open the valve.\n",
    ],
    [
      "whisper",
      "[00:00.000 --> 00:02.500] Fill the housing.\n[00:02.500 --> 00:04.000] Then open the valve.\n",
    ],
    [
      "WebVTT",
      "WEBVTT\n\nNOTE made by x\n\n00:00.000 --> 00:02.500 align:start\n<v Ann>Fill the\nhousing.</v>\n\ntwo\n00:00:02.500 --> 00:00:04.000\nThen open the <b>valve</b>.\n",
    ],
    [
      "SRT",
      "\uFEFF1\r\n00:00:00,000 --> 00:00:02,500\r\nFill the housing.\r\n\r\n2\r\n00:00:02,500 --> 00:00:04,000\r\nThen open the valve.\r\n",
    ],
    [
      "JSON of Whisper",
      '{"text": "…", "segments": [{"start": 0, "end": 2.5, "text": " Fill the housing."}, {"start": 2.5, "end": 4.0, "text": " Then open the valve."}], "language": "en"}',
    ],
    [
      "JSON of whisper.cpp",
      '{"result": {"language": "en"}, "transcription": [{"offsets": {"from": 0, "to": 2500}, "text": " Fill the housing."}, {"offsets": {"from": 2500, "to": 4000}, "text": " Then open the valve."}]}',
    ],
  ])("%s", (form, printed) => {
    expect(readTranscript(printed, 60)).toEqual({
      segments: [fill, open],
      language: form.startsWith("JSON") ? "en" : null,
    });
  });

  it("utterances of pocketsphinx 5", () => {
    const printed =
      '{"b":0.000,"d":2.500,"p":1.000,"t":"Fill the housing.","w":[{"b":0.1,"d":0.2,"p":0.9,"t":"Fill"}]}\n{"b":2.500,"d":1.500,"p":1.000,"t":"Then open the valve.","w":[]}\n';
    expect(readTranscript(printed, 60)).toEqual({ segments: [fill, open], language: null });
  });

  it("words with times, of pocketsphinx, become utterances", () => {
    const printed =
      "fill the housing\n<s> 0.000 0.020 0.99\nfill(2) 0.100 0.400 0.5\nthe 0.410 0.500 0.5\nhousing 0.510 1.000 0.4\n<sil> 1.000 2.000 0.9\n[NOISE] 2.0 2.1 0.9\nopen 2.100 2.600 0.8\n</s> 2.7 2.8 0.9\n";
    expect(readTranscript(printed, 60).segments).toEqual([
      { text: "fill the housing", startSeconds: 0.1, endSeconds: 1 },
      { text: "open", startSeconds: 2.1, endSeconds: 2.6 },
    ]);
  });

  it("lines of plain text share the recording", () => {
    expect(readTranscript("Ten letters\n\nTen lexxers\n", 10).segments).toEqual([
      { text: "Ten letters", startSeconds: 0, endSeconds: 5 },
      { text: "Ten lexxers", startSeconds: 5, endSeconds: 10 },
    ]);
  });

  it("marks that are no speech are left out, and words in brackets are kept", () => {
    const printed =
      "[00:00.000 --> 00:01.000] [BLANK_AUDIO]\n[00:01.000 --> 00:02.000] (upbeat music)\n[00:02.000 --> 00:03.000] See [1] (page 2) there.\n";
    expect(readTranscript(printed, 60).segments.map(({ text }) => text)).toEqual(["See [1] (page 2) there."]);
  });

  it("times beyond the recording end with it", () => {
    expect(readTranscript("[00:00.000 --> 00:30.000] Short.", 5).segments).toEqual([
      { text: "Short.", startSeconds: 0, endSeconds: 5 },
    ]);
  });

  it.each(["", "  \n", "[BLANK_AUDIO]", '{"segments": [null, {"text": 5}]}'])(
    "%j has no words",
    (printed) => {
      expect(readTranscript(printed, 60).segments).toEqual([]);
    },
  );

  it("a language that is no code is none", () => {
    expect(readTranscript('{"segments": [], "language": "english"}', 60).language).toBeNull();
  });

  it("JSON of another form is an error, never speech", () => {
    expect(() => readTranscript('{"error": "no model"}', 60)).toThrow(TranscriptionError);
  });
});
