import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";
import { makeRecording } from "../../reader/testing/fixtures/recording.ts";
import type { TestServer } from "../testing/start-server.ts";
import { startServerProcess } from "../testing/start-server-process.ts";

describe("where the system's temporary folder does not exist", () => {
  let folder: string;
  let server: TestServer;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "headwater-temporary-"));
    const program = join(folder, "transcribe.sh");
    writeFileSync(program, `[ -s "$1" ] && echo "The warranty lasts two years."`);
    server = await startServerProcess({
      TMPDIR: join(folder, "missing"),
      HEADWATER_TRANSCRIPTION_MODEL: `command:sh ${program}`,
    });
  });
  afterAll(async () => {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("a document is read and found", async () => {
    await server.ingestAndWait("warranty.md", "# Warranty\n\nThe warranty lasts two years.\n");
    const { body } = await server.call("POST", "/ask-sources", { question: "How long is the warranty?" });
    expect(body.answer).toContain("two years");
    expect(existsSync(join(folder, "missing"))).toBe(false);
  });

  needs("ffmpeg")("with FFmpeg", () => {
    it("programs get their files below the data folder", async () => {
      const build = await server.ingestAndWait(
        "talk.wav",
        await makeRecording({ extension: "wav", sound: 2 }),
      );
      expect(build.error).toBeNull();
    });
  });
});
