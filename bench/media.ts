import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createDocumentReader, type DocumentPart } from "../packages/reader/src/read-document.ts";
import { createCommandTranscriber } from "../packages/reader/src/transcription/command-transcriber.ts";
import { splitCommand } from "../packages/reader/src/transcription/split-command.ts";
import type { Transcriber } from "../packages/reader/src/transcription/transcribe.ts";
import { isOnPath } from "../scripts/testing/needs.ts";
import { type Figure, megabytes, printReport } from "./support/report.ts";
import { residentMemory } from "./support/resident-memory.ts";
import { treeMemory } from "./support/tree-memory.ts";

/**
 * Audio and video: one text, spoken by espeak-ng, in each of the ten types; a recording of three hours; the recordings of
 * the corpora. Words are heard by pocketsphinx, which is a floor.
 */
const spoken = `Good morning and welcome to the school of gardens. Today we talk about water and the old pump behind the house.
The river gives water to the town in the summer and in the winter. First open the door and turn on the light.
Then fill the tank with clean water and wait for ten minutes. The people of the village built the bridge one hundred years ago.
They wanted to bring food and wood from the other side. The first winter was long and cold, and many trees were lost.
In the spring the farmers came back with new seed. The children learn to read and write in the morning.
After school they play music and work in the garden. The doctor comes to the town every month. Thank you for listening.`;
const extensions = ["mp3", "wav", "m4a", "ogg", "flac", "mp4", "mov", "avi", "mkv", "webm"];
const corpora = fileURLToPath(new URL("../../shared/corpora/documents", import.meta.url));

const missing = ["ffmpeg", "espeak-ng"].find((program) => !isOnPath(program, process.env.PATH ?? ""));
if (missing !== undefined) {
  console.log(`Left out: ${missing} is not installed.`);
  process.exit(0);
}
const sphinx = isOnPath("pocketsphinx_continuous", process.env.PATH ?? "")
  ? createCommandTranscriber(splitCommand("pocketsphinx_continuous -logfn /dev/null -time yes -infile {wav}"))
  : undefined;

const folder = mkdtempSync(join(tmpdir(), "headwater-bench-media-"));
const ffmpeg = (...parameters: string[]) => execFileSync("ffmpeg", ["-v", "error", "-y", ...parameters]);

/** Takes what it is given and hears one word. */
const deaf: Transcriber & { seconds: number } = {
  name: "none",
  maxSeconds: 300,
  seconds: 0,
  async transcribe(wav) {
    deaf.seconds += (wav.length - 44) / 32_000;
    return { segments: [{ text: "Word.", startSeconds: 0, endSeconds: 1 }], language: null };
  },
};

async function read(path: string, transcriber: Transcriber | undefined) {
  let text = "";
  let totals: DocumentPart | undefined;
  const started = performance.now();
  for await (const part of createDocumentReader({ transcriber })({
    bytes: readFileSync(path),
    fileName: path,
  })) {
    if (part.kind === "elements") text += part.elements.map((element) => `${element.text}\n`).join("");
    else totals = part;
  }
  return { text, totals, seconds: (performance.now() - started) / 1000 };
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z]+/g) ?? [];

function recallOf(text: string): number {
  const left = new Map<string, number>();
  for (const word of wordsOf(text)) left.set(word, (left.get(word) ?? 0) + 1);
  const truth = wordsOf(spoken);
  const found = truth.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / truth.length;
}

async function everyType(): Promise<Figure[]> {
  const voice = join(folder, "voice.wav");
  execFileSync("espeak-ng", ["-v", "en-us", "-s", "130", "-w", voice, spoken]);
  const [decoded, decoding, recalls, hearing]: [string[], number[], number[], number[]] = [[], [], [], []];
  let minutes = 0;
  for (const extension of extensions) {
    const path = join(folder, `talk.${extension}`);
    const isVideo = extensions.indexOf(extension) > 4;
    ffmpeg(
      "-i",
      voice,
      ...(isVideo ? ["-f", "lavfi", "-i", "color=c=gray:s=320x240:r=5", "-shortest"] : []),
      path,
    );
    deaf.seconds = 0;
    decoding.push((await read(path, deaf)).seconds);
    minutes = deaf.seconds / 60;
    if (minutes > 0) decoded.push(extension);
    if (!sphinx) continue;
    const heard = await read(path, sphinx);
    recalls.push(recallOf(heard.text));
    hearing.push(heard.seconds);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return [
    {
      what: `decoded, of ${extensions.length} types`,
      measured: `${decoded.length}`,
      aim: "all",
      met: decoded.length === extensions.length,
    },
    {
      what: "time a minute of sound, decoding and cutting",
      measured: `${(mean(decoding) / minutes).toFixed(2)} s (max ${(Math.max(...decoding) / minutes).toFixed(2)} s)`,
    },
    ...(sphinx
      ? [
          {
            what: "words heard by pocketsphinx, of a synthetic voice",
            measured: `${mean(recalls).toFixed(2)} (${Math.min(...recalls).toFixed(2)} to ${Math.max(...recalls).toFixed(2)})`,
          },
          {
            what: "time a minute of sound, heard by pocketsphinx",
            measured: `${(mean(hearing) / minutes).toFixed(1)} s`,
          },
        ]
      : []),
  ];
}

async function threeHours(): Promise<Figure> {
  const path = join(folder, "long.mp3");
  ffmpeg(
    "-f",
    "lavfi",
    "-i",
    "aevalsrc='0.2*sin(440*t)*gt(mod(t,7),0.5)':s=16000:d=10800",
    "-b:a",
    "32k",
    path,
  );
  const size = readFileSync(path).length;
  const before = residentMemory(process.pid);
  let [own, tree] = [0, 0];
  const timer = setInterval(() => {
    own = Math.max(own, residentMemory(process.pid));
    tree = Math.max(tree, treeMemory(process.pid));
  }, 200);
  const { seconds } = await read(path, deaf);
  clearInterval(timer);
  return {
    what: `a recording of 3 hours (MP3, ${megabytes(size)}; 330 MB of samples)`,
    measured: `${seconds.toFixed(0)} s, ${megabytes(own - before)} more than before, ${megabytes(tree)} in all with FFmpeg`,
    aim: "≤ 200 MB more",
    met: own - before <= 200 * 1024 * 1024,
  };
}

/** With a transcriber that hears nothing useful: whether each file is read, or fails with a reason for people. */
async function recordingsOfTheCorpora(): Promise<Figure[]> {
  if (!existsSync(corpora)) {
    console.log(`Left out: ${corpora} is not there.`);
    return [];
  }
  const paths = readdirSync(corpora, { recursive: true, encoding: "utf8" }).filter((path) =>
    extensions.includes(extname(path).slice(1).toLowerCase()),
  );
  let completed = 0;
  const others: string[] = [];
  for (const path of paths) {
    try {
      await read(join(corpora, path), sphinx ?? deaf);
      completed += 1;
    } catch (error) {
      others.push(`${path}: ${error instanceof Error ? `${error.name}: ${error.message}` : error}`);
    }
  }
  for (const other of others) console.log(other);
  const clear = others.filter((other) => other.includes(": ParseError: ")).length;
  return [
    {
      what: `recordings of the corpora: read, or a clear error, of ${paths.length}`,
      measured: `${completed} read, ${clear} clear errors`,
      aim: "all",
      met: completed + clear === paths.length,
    },
  ];
}

try {
  printReport([...(await everyType()), await threeHours(), ...(await recordingsOfTheCorpora())]);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
