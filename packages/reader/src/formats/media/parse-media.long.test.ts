import { readdirSync } from "node:fs";
import { expect, it, onTestFinished, vi } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { temporaryFolder } from "../../../../../scripts/testing/temporary-folder.ts";
import { makeRecording } from "../../../testing/fixtures/recording.ts";
import type { ParsedElement } from "../../element.ts";
import { createDocumentReader, type DocumentPart, type ReaderOptions } from "../../read-document.ts";
import { type Transcriber, TranscriptionError } from "../../transcription/transcribe.ts";

type Read = { bytes: Uint8Array; fileName: string } & ReaderOptions & { signal?: AbortSignal };

async function read({ bytes, fileName, signal, ...options }: Read) {
  const elements: ParsedElement[] = [];
  const progress: unknown[] = [];
  let totals: DocumentPart | undefined;
  const parts = createDocumentReader(options)(
    { bytes, fileName },
    { signal, onProgress: (each) => progress.push(each) },
  );
  for await (const part of parts) {
    if (part.kind === "elements") elements.push(...part.elements);
    else totals = part;
  }
  return { elements, totals, progress };
}

/** Says how many seconds it was given. */
const counting = (maxSeconds = 60): Transcriber & { given: number[] } => {
  const given: number[] = [];
  return {
    name: "counting",
    maxSeconds,
    given,
    async transcribe(wav) {
      given.push((wav.length - 44) / 32_000);
      const seconds = Math.round((given.at(-1) ?? 0) * 10) / 10;
      return {
        segments: [{ text: `${seconds} seconds.`, startSeconds: 0, endSeconds: seconds }],
        language: "en",
      };
    },
  };
};

const srt =
  "1\n00:00:01,000 --> 00:00:02,500\nFill the <i>housing</i>\n\n2\n00:00:02,500 --> 00:00:04,000\nwith water.\n\n";
const late = "1\n13:00:00,000 --> 13:00:01,000\nLate\n\n";
const chapters = [
  { start: 0, end: 2, title: "Priming" },
  { start: 2, end: 5, title: "Starting" },
];

needs("ffmpeg")("audio and video", () => {
  it.each(["mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "avi", "mkv", "webm"])(
    ".%s is transcribed",
    async (extension) => {
      const isVideo = ["mp4", "mov", "avi", "mkv", "webm"].includes(extension);
      const bytes = await makeRecording({
        extension,
        sound: 3,
        ...(isVideo ? { picture: "64x48" } : {}),
        ...(extension === "ogg" ? {} : { title: "A  lesson" }),
      });
      const { elements, totals, progress } = await read({
        bytes,
        fileName: `talk.${extension}`,
        transcriber: counting(),
      });
      expect(elements.at(-1)).toMatchObject({ type: "NarrativeText", pageNumber: 1 });
      expect(elements.at(-1)?.text).toMatch(/^(?:3|3\.1|2\.9) seconds\.$/);
      expect(elements.at(-1)?.metadata).toMatchObject({
        start_seconds: 0,
        text_source: "speech",
        transcriber: "counting",
        languages: ["en"],
        ...(isVideo ? { video_width: 64, video_height: 48 } : {}),
      });
      expect(elements.at(-1)?.metadata?.end_seconds).toBeCloseTo(3, 0);
      expect(elements.at(-1)?.metadata?.duration_seconds).toBeCloseTo(3, 0);
      if (extension !== "ogg")
        expect(elements[0]).toMatchObject({ type: "Title", text: "A lesson", level: 1 });
      expect(totals).toMatchObject({ kind: "totals", totalPages: 1, failedPages: [], message: null });
      expect(progress.at(-1)).toMatchObject({ unit: "seconds", done: 3 });
    },
  );

  it("a long recording is cut at silences, and the times count from its beginning", async () => {
    // A tone that pauses for half a second at 7, 15, 23 and 31 s.
    const wave = "if(gt(mod(t,8),7)*lt(mod(t,8),7.5),0,0.2*sin(880*t))";
    const bytes = await makeRecording({ extension: "wav", sound: 32, wave });
    const transcriber = counting(10);
    const { elements } = await read({ bytes, fileName: "long.wav", transcriber });
    expect(transcriber.given).toHaveLength(4);
    expect(transcriber.given.every((seconds) => seconds <= 10)).toBe(true);
    const { start_seconds, end_seconds } = elements.at(-1)?.metadata ?? {};
    expect(start_seconds).toBe(0);
    expect(end_seconds).toBeCloseTo(32, 0);
    for (const [at, pause] of [7, 15, 23].entries()) {
      const cut = transcriber.given.slice(0, at + 1).reduce((sum, seconds) => sum + seconds, 0);
      expect(cut).toBeGreaterThan(pause);
      expect(cut).toBeLessThan(pause + 0.5);
    }
  });

  it("subtitles are preferred to a transcriber, and chapters become titles", async () => {
    const subtitles = [{ srt, language: "eng" }];
    const bytes = await makeRecording({ extension: "mp4", sound: 5, picture: "64x48", subtitles, chapters });
    const transcriber = counting();
    const { elements, totals } = await read({ bytes, fileName: "film.mp4", transcriber });
    expect(transcriber.given).toEqual([]);
    expect(elements.map(({ type, text, level }) => [type, text, level])).toEqual([
      ["Title", "Priming", 2],
      ["NarrativeText", "Fill the housing", undefined],
      ["Title", "Starting", 2],
      ["NarrativeText", "with water.", undefined],
    ]);
    expect(elements[0]?.metadata).toMatchObject({ kind: "chapter", start_seconds: 0, end_seconds: 2 });
    expect(elements[3]?.metadata).toMatchObject({
      start_seconds: 2.5,
      end_seconds: 4,
      text_source: "subtitles",
      chapter: "Starting",
      languages: ["en"],
    });
    expect(totals).toMatchObject({ message: "The text is that of its English subtitles" });
  });

  it.each([
    ["a translation", [{ srt, language: "ger" }]],
    ["for foreign signs", [{ srt, language: "eng", disposition: "forced" }]],
    ["for a small part", [{ srt: "1\n00:00:01,000 --> 00:00:01,200\nSign\n\n", language: "eng" }]],
  ])("subtitles that are %s give way to a transcriber, and serve without one", async (_, subtitles) => {
    const bytes = await makeRecording({ extension: "mkv", sound: 5, language: "eng", subtitles });
    const heard = await read({ bytes, fileName: "film.mkv", transcriber: counting() });
    expect(heard.elements.map(({ text }) => text)).toEqual(["5 seconds."]);
    const shown = await read({ bytes, fileName: "film.mkv" });
    expect(shown.elements[0]?.metadata?.text_source).toBe("subtitles");
    expect(shown.totals).toMatchObject({
      message: expect.stringMatching(/may not be all that is said: nothing is set up to turn its speech/),
    });
  });

  it.each(["ass", "webvtt"])("subtitles as %s are text too", async (codec) => {
    const bytes = await makeRecording({ extension: "mkv", sound: 5, subtitles: [{ srt, codec }] });
    const { elements } = await read({ bytes, fileName: "film.mkv" });
    expect(elements.map(({ text }) => text)).toEqual(["Fill the housing with water."]);
  });

  it("without subtitles and a transcriber, chapters are read and the settings named", async () => {
    const bytes = await makeRecording({ extension: "m4a", sound: 5, chapters, title: "Pumps" });
    const { elements, totals } = await read({ bytes, fileName: "book.m4a" });
    expect(elements.map(({ text }) => text)).toEqual(["Pumps", "Priming", "Starting"]);
    expect(totals).toMatchObject({ message: expect.stringContaining("(HEADWATER_TRANSCRIPTION_MODEL)") });
  });

  it.each<[string, () => Promise<Uint8Array>, RegExp, Partial<Read>?]>([
    [
      "no transcriber",
      () => makeRecording({ extension: "mp3", sound: 1 }),
      /set HEADWATER_TRANSCRIPTION_MODEL\.$/,
      { transcriber: undefined },
    ],
    ["silence", () => makeRecording({ extension: "mp3", sound: 2, wave: "0" }), /^This recording is silent/],
    [
      "no sound",
      () => makeRecording({ extension: "mp4", picture: "64x48" }),
      /has no sound, and it has no subtitles/,
    ],
    ["an empty file", async () => new Uint8Array(), /is empty/],
    ["zeros", async () => new Uint8Array(5_000), /damaged/],
    ["a playlist", async () => Buffer.from("#EXTM3U\n#EXTINF:9,\nfile:///etc/passwd\n"), /is a playlist/],
    [
      "a list of ffmpeg",
      async () => Buffer.from("ffconcat version 1.0\nfile '/etc/passwd'\n"),
      /is a playlist/,
    ],
    [
      "a text",
      async () => Buffer.from("Dear Sir or Madam"),
      /is not a recording, though its name ends with \.mp3/,
    ],
    [
      "a film without its end",
      async () => (await makeRecording({ extension: "mp4", sound: 5 })).subarray(0, 20_000),
      /damaged or cut short/,
    ],
    [
      "noise",
      async () => Buffer.from(Array.from({ length: 9_000 }, (_, at) => (at * 7919 * at) % 251)),
      /damaged or cut short/,
    ],
    [
      "no ffmpeg",
      () => makeRecording({ extension: "mp3", sound: 1 }),
      /could not be started.*install FFmpeg, or to set HEADWATER_PROGRAMS=ffmpeg=<path>/,
      { ffmpeg: "/nowhere/ffmpeg" },
    ],
    [
      "13 hours",
      () => makeRecording({ extension: "mkv", sound: 1, subtitles: [{ srt: late }] }),
      /longer than 12 hours/,
    ],
  ])("%s is an error that a person understands", async (_, make, error, options = {}) => {
    const bytes = await make();
    await expect(read({ bytes, fileName: "talk.mp3", transcriber: counting(), ...options })).rejects.toThrow(
      error,
    );
  });

  it("an encrypted recording is said to be protected", async () => {
    const key = "0123456789abcdef0123456789abcdef";
    const more = ["-encryption_scheme", "cenc-aes-ctr", "-encryption_key", key, "-encryption_kid", key];
    const bytes = await makeRecording({ extension: "mp4", sound: 2, more });
    await expect(read({ bytes, fileName: "bought.m4a", transcriber: counting() })).rejects.toThrow(/DRM/);
  });

  it("what was decoded of a damaged recording is read, and said to be a part", async () => {
    const whole = await makeRecording({ extension: "flac", sound: 20 });
    const { elements, totals } = await read({
      bytes: whole.subarray(0, whole.length / 2),
      fileName: "cut.flac",
      transcriber: counting(),
    });
    expect(elements[0]?.text).toMatch(/^(?:9|10)(?:\.\d)? seconds\.$/);
    expect(totals).toMatchObject({
      message: expect.stringMatching(/^Only the first 0:(?:09|10) of 0:20 could be decoded/),
    });
  });

  it.each(["mp4", "mkv", "avi"])(
    "a .%s whose picture goes on after the sound is whole",
    async (extension) => {
      const bytes = await makeRecording({
        extension,
        sound: 4,
        picture: "64x48",
        more: ["-filter:v", "tpad=stop_mode=clone:stop_duration=8"],
      });
      const { totals, elements } = await read({
        bytes,
        fileName: `film.${extension}`,
        transcriber: counting(),
      });
      expect(elements[0]?.metadata?.duration_seconds).toBeCloseTo(12, 0);
      expect(totals).toMatchObject({ message: null });
    },
  );

  it("sound that begins after the picture keeps its time", async () => {
    const bytes = await makeRecording({
      extension: "mkv",
      sound: 3,
      picture: "64x48",
      more: ["-filter:a", "asetpts=PTS+4/TB"],
    });
    const transcriber = counting();
    await read({ bytes, fileName: "film.mkv", transcriber });
    expect(transcriber.given[0]).toBeCloseTo(7, 0);
  });

  it("a transcriber's failure names the moment", async () => {
    const transcriber: Transcriber = {
      name: "deaf",
      maxSeconds: 4,
      async transcribe() {
        throw new TranscriptionError("The model refused.");
      },
    };
    const bytes = await makeRecording({ extension: "wav", sound: 5 });
    await expect(read({ bytes, fileName: "a.wav", transcriber })).rejects.toThrow(
      "The speech from 0:00 on could not be turned into text: The model refused.",
    );
  });

  it("the signature is trusted over the extension", async () => {
    const bytes = await makeRecording({ extension: "mkv", sound: 2, picture: "64x48" });
    for (const fileName of ["film.mp3", "film.pdf"]) {
      const { elements } = await read({ bytes, fileName, transcriber: counting() });
      expect(elements.map(({ text }) => text)).toEqual(["2 seconds."]);
    }
  });

  it("stops at once when it is called off, and leaves no file", async () => {
    const bytes = await makeRecording({ extension: "wav", sound: 5 });
    const controller = new AbortController();
    // A folder of its own: other tests make files in the system's one at the same time.
    const temporary = temporaryFolder();
    vi.stubEnv("TMPDIR", temporary);
    onTestFinished(() => void vi.unstubAllEnvs());
    const transcriber: Transcriber = {
      name: "slow",
      maxSeconds: 60,
      transcribe: (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason), { once: true });
          controller.abort(new Error("called off"));
        }),
    };
    await expect(read({ bytes, fileName: "a.wav", transcriber, signal: controller.signal })).rejects.toThrow(
      "called off",
    );
    expect(readdirSync(temporary)).toEqual([]);
  });
});
