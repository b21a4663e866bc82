import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { makeRecording } from "../../reader/testing/fixtures/recording.ts";
import { ask } from "../src/cli/ask.ts";
import { isRunning } from "../testing/is-running.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const srt =
  "1\n00:00:01,000 --> 00:00:03,500\nFill the housing with clean water.\n\n2\n00:00:09,000 --> 00:00:12,000\nThe warranty of the pump lasts two years.\n\n";
/** Prints as whisper.cpp does. */
const hears = JSON.stringify([
  process.execPath,
  "-e",
  "console.log('[00:00:00.000 --> 00:00:01.500]   The sluice is opened by the warden.')",
  "--",
  "{wav}",
]);

type Item = { element_type: string; text: string; page_number: number; metadata: Record<string, unknown> };
type Chunk = Pick<Item, "text" | "metadata">;

needs("ffmpeg")("audio and video", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer({ HEADWATER_TRANSCRIPTION_MODEL: `command:${hears}` });
  });
  afterAll(() => server.close());

  const itemsOf = async (fileId: string | null) =>
    (await server.call<{ items: Item[] }>("GET", `/get-elements?file_id=${fileId}`)).body.items;

  it("an answer cites the moment of a film", async () => {
    const film = await makeRecording({
      extension: "mp4",
      sound: 14,
      picture: "64x48",
      title: "Pump lesson",
      subtitles: [{ srt, language: "eng" }],
    });
    const build = await server.ingestAndWait("lesson.mp4", film);
    expect(build).toMatchObject({ status: "Completed", total_pages: 1, error: null });
    expect(build.message).toBe("The text is that of its English subtitles");
    expect(await itemsOf(build.file_id)).toMatchObject([
      { element_type: "Title", text: "Pump lesson", page_number: 1 },
      { metadata: { start_seconds: 1, end_seconds: 3.5, text_source: "subtitles" } },
      { text: "The warranty of the pump lasts two years.", page_number: 1, metadata: { start_seconds: 9 } },
    ]);
    const { body } = await server.call<{ citations: Record<string, unknown>[] }>("POST", "/ask-sources", {
      question: "How long does the warranty of the pump last?",
      file_ids: [build.file_id],
    });
    expect(body.citations[0]).toMatchObject({ page_number: 1, start_seconds: 9, end_seconds: 12 });

    const retrieved = await server.call<{ chunks: Chunk[] }>("POST", "/prebuilt-rag", {
      query: "warranty of the pump",
      file_ids: [build.file_id],
    });
    expect(retrieved.body.chunks).toMatchObject([{ metadata: { start_seconds: 1, end_seconds: 12 } }]);

    let printed = "";
    const stdout = { write: (text: string) => (printed += text) } as unknown as NodeJS.WriteStream;
    const environment = { HEADWATER_URL: server.baseUrl, HEADWATER_TOKEN: server.token };
    await ask({ environment, stdout }, "How long does the warranty of the pump last?", {});
    expect(printed).toContain("[1] lesson.mp4, at 00:00:09: The warranty of the pump lasts two years.");
  });

  it("speech is read by the configured command", async () => {
    const build = await server.ingestAndWait("talk.ogg", await makeRecording({ extension: "ogg", sound: 2 }));
    expect(build).toMatchObject({ status: "Completed", error: null });
    expect(await itemsOf(build.file_id)).toMatchObject([
      {
        text: "The sluice is opened by the warden.",
        metadata: { text_source: "speech", transcriber: "node", end_seconds: 1.5 },
      },
    ]);
  });

  it.each([
    ["mp3", "audio/mpeg"],
    ["wav", "audio/wav"],
    ["m4a", "audio/mp4"],
    ["ogg", "audio/ogg"],
    ["flac", "audio/flac"],
    ["mp4", "video/mp4"],
    ["mov", "video/quicktime"],
    ["avi", "video/x-msvideo"],
    ["mkv", "video/x-matroska"],
    ["webm", "video/webm"],
  ])("a .%s plays in place, from any byte", async (extension, mediaType) => {
    // The bytes are kept and played whether or not they can be read.
    const bytes = Buffer.from(`not a recording: ${extension} `.repeat(100));
    const build = await server.ingestAndWait(`talk.${extension}`, bytes);
    const response = await server.fetch(`${server.baseUrl}/${build.file_id}/content`, {
      headers: { authorization: `Bearer ${server.token}`, range: "bytes=100-199" },
    });
    expect(response.status).toBe(206);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": mediaType,
      "content-disposition": `inline; filename=talk.${extension}`,
      "content-range": `bytes 100-199/${bytes.length}`,
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(100, 200))).toBe(true);
  });

  it("a deleted source ends the program that hears it, and its file goes", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-media-test-"));
    const note = join(folder, "note");
    const script = `require("fs").writeFileSync(${JSON.stringify(note)}, process.argv.at(-1)); setInterval(() => {}, 1000)`;
    const slow = await startServer({
      HEADWATER_TRANSCRIPTION_MODEL: `command:${JSON.stringify([process.execPath, "-e", script, "--"])}`,
    });
    try {
      const bytes = await makeRecording({ extension: "wav", sound: 2 });
      const path = `/builds/${await slow.ingest("talk.wav", bytes)}`;
      const build = async () => (await slow.call<{ file_id: string; progress?: unknown }>("GET", path)).body;
      await expect.poll(async () => (await build()).progress).toEqual({ done: 0, total: 2, unit: "seconds" });
      await expect.poll(() => existsSync(note)).toBe(true);
      const wav = readFileSync(note, "utf8");
      expect([existsSync(wav), isRunning(note)]).toEqual([true, true]);
      await slow.call("DELETE", "/delete", { file_id: (await build()).file_id });
      await expect.poll(() => isRunning(note) || existsSync(wav)).toBe(false);
    } finally {
      await slow.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});

needs("ffmpeg")("audio and video without a transcriber", () => {
  it("the failure names both settings", async () => {
    const server = await startServer();
    try {
      const build = await server.ingestAndWait(
        "talk.mp3",
        await makeRecording({ extension: "mp3", sound: 1 }),
      );
      expect(build.status).toBe("Processing failed");
      expect(build.error).toMatch(/set HEADWATER_TRANSCRIPTION_MODEL\.$/);
    } finally {
      await server.close();
    }
  });
});

it("without FFmpeg the failure says what to install", async () => {
  const server = await startServer({ HEADWATER_PROGRAMS: "ffmpeg=/nowhere/ffmpeg" });
  try {
    const build = await server.ingestAndWait("talk.mp3", Buffer.from("ID3\u0003\u0000\u0000\u0000"));
    expect(build.status).toBe("Processing failed");
    expect(build.error).toMatch(/"\/nowhere\/ffprobe" could not be started.*install FFmpeg/);
  } finally {
    await server.close();
  }
});

it("a command that is none stops the start with a reason", async () => {
  await expect(startServer({ HEADWATER_TRANSCRIPTION_MODEL: "command:hear 'x" })).rejects.toThrow(
    "HEADWATER_TRANSCRIPTION_MODEL=command:hear 'x can't be used: it takes a program with its arguments, and the quote ' is not closed.",
  );
});
