import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { isOnPath, needs } from "../../../../scripts/testing/needs.ts";
import { toWav } from "../formats/media/wav.ts";
import { createCommandTranscriber } from "./command-transcriber.ts";
import { splitCommand } from "./split-command.ts";
import { TranscriptionError } from "./transcribe.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-transcriber-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program of Node, as a transcriber. */
const program = (script: string, ...parameters: string[]) =>
  createCommandTranscriber([process.execPath, "-e", script, "--", ...parameters]);
const wav = toWav(Buffer.alloc(64_000));
const signal = new AbortController().signal;

it("gets the path of a WAV that only we can read, and nothing of our secrets", async () => {
  process.env.HEADWATER_MODEL_API_KEY = "canary";
  const transcriber = program(
    `const fs = require("fs"), path = process.argv.at(-1);
     const { mode, size } = fs.statSync(path), folder = fs.statSync(require("path").dirname(path)).mode;
     console.log([(mode & 0o777).toString(8), (folder & 0o777).toString(8), size, Object.keys(process.env)].join(" "));`,
  );
  const { segments } = await transcriber.transcribe(wav, { signal });
  delete process.env.HEADWATER_MODEL_API_KEY;
  expect(segments[0]?.text).toMatch(/^600 700 64044 /);
  expect(segments[0]?.text).not.toContain("HEADWATER");
  expect(segments[0]).toMatchObject({ startSeconds: 0, endSeconds: 2 });
});

it("{wav} stands for the path, wherever it is", async () => {
  const { segments } = await program(
    "console.log(process.argv.slice(1).join(' '))",
    "--file={wav}",
    "--last",
  ).transcribe(wav, { signal });
  expect(segments[0]?.text).toMatch(/--file=\/.*speech\.wav --last$/);
});

it.each([
  ["console.error('no model at /m'); process.exit(3)", /ended with exit code 3: no model at \/m$/],
  ["process.kill(process.pid, 'SIGSEGV')", /ended with exit code/],
  ["process.stdout.write('x'.repeat(21e6))", /printed more than 20 MB/],
])("a program that does %s fails with a reason", async (script, reason) => {
  await expect(program(script).transcribe(wav, { signal })).rejects.toThrow(reason);
  await expect(program(script).transcribe(wav, { signal })).rejects.toThrow(TranscriptionError);
});

it("a program that is not there is named with its setting", async () => {
  await expect(createCommandTranscriber(["/nowhere/hear"]).transcribe(wav, { signal })).rejects.toThrow(
    "The program hear could not be started. Ask the operator of this service to check HEADWATER_TRANSCRIPTION_MODEL.",
  );
});

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Writes its own id and that of a program that it starts, and then hears for an hour. */
const endless = (path: string) =>
  `const child = require("child_process").spawn("sleep", ["3600"]);
   require("fs").writeFileSync(${JSON.stringify(path)}, process.pid + " " + child.pid + " " + process.argv.at(-1));
   setInterval(() => {}, 1000);`;
const written = async (path: string) => {
  const words = async () => (await readFile(path, "utf8").catch(() => "")).split(" ");
  await expect.poll(words).toHaveLength(3);
  const [pid, childPid, wavPath = ""] = await words();
  return { pids: [Number(pid), Number(childPid)], path: wavPath };
};

it("ends with what it has started when it is called off, and its file goes", async () => {
  const path = join(folder, "called-off");
  const controller = new AbortController();
  const heard = program(endless(path)).transcribe(wav, { signal: controller.signal });
  const started = await written(path);
  controller.abort(new Error("called off"));
  await expect(heard).rejects.toThrow("called off");
  await expect.poll(() => started.pids.some(isAlive)).toBe(false);
  expect(readdirSync(tmpdir())).not.toContain(started.path.split("/").at(-2));
});

it("ends, and its file goes, when our process is killed", async () => {
  const path = join(folder, "killed");
  const script = join(folder, "host.ts");
  const here = JSON.stringify(join(import.meta.dirname, "command-transcriber.ts"));
  await writeFile(
    script,
    `import { createCommandTranscriber } from ${here};
     const transcriber = createCommandTranscriber([process.execPath, "-e", ${JSON.stringify(endless(path))}, "--"]);
     await transcriber.transcribe(new Uint8Array(1000), { signal: new AbortController().signal });`,
  );
  const host = execFile(process.execPath, [script]);
  const started = await written(path);
  host.kill("SIGKILL");
  await expect.poll(() => started.pids.some(isAlive)).toBe(false);
  await expect.poll(() => readdirSync(tmpdir())).not.toContain(started.path.split("/").at(-2));
});

/** Present in Debian 12; later releases have another program in this package. */
const sphinx = "pocketsphinx_continuous";

needs("ffmpeg")("a real program", () => {
  needs("espeak-ng")("hears a voice", () => {
    it.skipIf(!isOnPath(sphinx, process.env.PATH ?? ""))("pocketsphinx, with times", async () => {
      const path = join(folder, "voice.wav");
      await promisify(execFile)("espeak-ng", [
        "-v",
        "en-us",
        "-s",
        "130",
        "-w",
        path,
        "welcome to the school",
      ]);
      const resampled = join(folder, "voice-16k.wav");
      await promisify(execFile)("ffmpeg", ["-v", "error", "-i", path, "-ar", "16000", resampled]);
      const transcriber = createCommandTranscriber(
        splitCommand(`${sphinx} -logfn /dev/null -time yes -infile {wav}`),
      );
      const { segments } = await transcriber.transcribe(await readFile(resampled), { signal });
      expect(segments.map(({ text }) => text).join(" ")).toContain("welcome");
      expect(segments[0]?.endSeconds).toBeGreaterThan(0.5);
    });
  });
});
