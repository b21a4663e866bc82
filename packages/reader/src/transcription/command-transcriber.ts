import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { createPrivateFolder } from "../process/private-folder.ts";
import { type ProgramResult, runProgram } from "../process/run-program.ts";
import { noSandbox, type Sandbox } from "../process/sandbox.ts";
import { inherited } from "../process/start-program.ts";
import { readTranscript } from "./read-transcript.ts";
import type { Command } from "./split-command.ts";
import { type Transcriber, TranscriptionError } from "./transcribe.ts";

/** A piece this long is 10 MB, and its end is progress that can be seen. */
const maxSeconds = 300;
/** A large model on a slow machine takes ten times as long as the recording. */
const limitPerSecondMs = 20_000;
const startLimitMs = 120_000;
const maxOutputBytes = 20_000_000;

/** Where programs find their models and graphics cards. */
const environment = [
  "HOME",
  "LANG",
  "LC_ALL",
  "TMPDIR",
  "XDG_CACHE_HOME",
  "CUDA_VISIBLE_DEVICES",
  "OMP_NUM_THREADS",
];

const placeholder = "{wav}";

/**
 * Transcribes by a program. It gets the path of a WAV file in place of `{wav}`, or as its last argument, and prints what
 * was said; see `readTranscript` for the forms. It is the operator's own: it keeps their files and the network, for its
 * models or for a service that it asks, and never sees what the sandbox hides.
 */
export function createCommandTranscriber(command: Command, sandbox: Sandbox = noSandbox): Transcriber {
  const name = basename(command[0]);
  return {
    name,
    maxSeconds,
    async transcribe(wav, { signal }) {
      const seconds = lengthOf(wav);
      const folder = await createPrivateFolder();
      try {
        const path = join(folder, "speech.wav");
        await writeFile(path, wav, { mode: 0o600 });
        const limitMs = startLimitMs + seconds * limitPerSecondMs;
        const result = await runProgram(
          {
            command: withPath(command, path),
            sandbox,
            view: { sees: "machine", writes: [folder], network: true },
            // A model may be larger than any limit of ours.
            memoryMb: null,
            environment: inherited(environment),
            limitMs,
            removes: folder,
            signal,
          },
          maxOutputBytes,
        );
        refuseFailure(result, name, limitMs);
        return readTranscript(result.output.toString("utf8"), seconds);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  };
}

/** Of 16 kHz, mono, 16 bits, after 44 bytes of header. */
const lengthOf = (wav: Uint8Array): number => Math.max(0, wav.length - 44) / 32_000;

const withPath = ([program, ...parameters]: Command, path: string): Command =>
  parameters.some((part) => part.includes(placeholder))
    ? [program, ...parameters.map((part) => part.replaceAll(placeholder, path))]
    : [program, ...parameters, path];

function refuseFailure(
  { outcome, code, complaint, isCut }: ProgramResult,
  name: string,
  limitMs: number,
): void {
  if (isCut)
    throw new TranscriptionError(
      `${name} printed more than ${maxOutputBytes / 1_000_000} MB and was stopped.`,
    );
  if (outcome === "not-started")
    throw new TranscriptionError(
      `The program ${name} could not be started. Ask the operator of this service to check HEADWATER_TRANSCRIPTION_MODEL.`,
    );
  if (outcome === "too-slow")
    throw new TranscriptionError(`${name} was stopped after ${Math.round(limitMs / 60_000)} minutes.`);
  if (outcome === "stopped" || code !== 0) {
    const last = complaint.split("\n").at(-1) ?? "";
    throw new TranscriptionError(`${name} ended with exit code ${code}${last === "" ? "." : `: ${last}`}`);
  }
}
