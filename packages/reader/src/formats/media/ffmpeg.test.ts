import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../../scripts/testing/needs.ts";
import { makeRecording } from "../../../testing/fixtures/recording.ts";
import { noSandbox } from "../../process/sandbox.ts";
import { createFfmpeg } from "./ffmpeg.ts";
import { probeMedia } from "./probe-media.ts";

needs("ffmpeg")("FFmpeg", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-ffmpeg-"));
    await writeFile(join(folder, "secret.wav"), await makeRecording({ extension: "wav", sound: 1 }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each([
    ["a playlist", "#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:1,\nsecret.wav\n#EXT-X-ENDLIST\n"],
    ["a list of files", "ffconcat version 1.0\nfile 'secret.wav'\n"],
  ])("opens no other file for %s", async (_, list) => {
    const path = join(folder, "talk.mp3");
    await writeFile(path, list);
    const secret = createFfmpeg(
      { path: join(folder, "secret.wav") },
      { command: "ffmpeg", sandbox: noSandbox, signal: undefined },
    );
    expect(await probeMedia(secret)).toMatchObject({ duration: 1 });
    const listed = createFfmpeg({ path }, { command: "ffmpeg", sandbox: noSandbox, signal: undefined });
    expect(await probeMedia(listed)).toBeNull();
  });
});
