import { basename, dirname, join } from "node:path";
import { ParseError } from "../../parse-error.ts";
import type { BytesFile } from "../../process/bytes-as-file.ts";
import { type ProgramResult, runProgram } from "../../process/run-program.ts";
import { type Sandbox, viewOfPrograms } from "../../process/sandbox.ts";
import { type ProgramEnd, type RunningProgram, startProgram } from "../../process/start-program.ts";

/** FFmpeg over one recording. */
export type Ffmpeg = {
  /** For messages. */
  command: string;
  /** Runs ffprobe to its end. */
  probe(parameters: string[], maxOutputBytes: number): Promise<ProgramResult>;
  /** Runs ffmpeg to its end; `parameters` come after the input. */
  convert(parameters: string[], maxOutputBytes: number): Promise<ProgramResult>;
  /** Starts ffmpeg, whose output is read as it comes. */
  stream(parameters: string[]): RunningProgram;
};

/** Reading what a file says of itself takes milliseconds. */
const probeLimitMs = 60_000;
const convertLimitMs = 10 * 60_000;
/** Decoders of the largest pictures in a video take some hundred MB. */
const maxMemoryMb = 4_096;
/** The transcriber holds ffmpeg up, so that this is the time of the slowest build there may be. */
const streamLimitMs = 24 * 60 * 60_000;

/**
 * Only containers of sound and pictures. Without this list a file named `.mp3` could be a playlist, whose entries are
 * other files of this machine.
 */
const containers = "mov,mp3,wav,w64,aac,ogg,flac,matroska,avi,mpegts,asf";
/** A box that says it has gigabytes is not believed. */
const sizes = ["-max_alloc", "268435456"];
const input = ["-protocol_whitelist", "file,pipe", "-format_whitelist", containers, "-i"];

/** FFmpeg as it is installed. `command` is its name on the path, or its full path; ffprobe lies beside it. */
export function createFfmpeg(
  file: BytesFile,
  { command, sandbox, signal }: { command: string; sandbox: Sandbox; signal: AbortSignal | undefined },
): Ffmpeg {
  const view = file.file === undefined ? { ...viewOfPrograms, reads: [file.path] } : viewOfPrograms;
  const given = { file: file.file, signal, sandbox, view, memoryMb: maxMemoryMb };
  const convert = (parameters: string[]): [string, ...string[]] => [
    command,
    ...["-nostdin", "-hide_banner", "-loglevel", "error", ...sizes],
    ...[...input, file.path, ...parameters],
  ];
  return {
    command,
    async probe(parameters, maxOutputBytes) {
      const program = ffprobeBeside(command);
      const words: [string, ...string[]] = [
        program,
        "-hide_banner",
        "-loglevel",
        "error",
        ...sizes,
        ...parameters,
      ];
      const run = {
        ...given,
        command: [...words, ...input, file.path] as typeof words,
        limitMs: probeLimitMs,
      };
      return refuseMissing(await runProgram(run, maxOutputBytes), program);
    },
    async convert(parameters, maxOutputBytes) {
      const run = { ...given, command: convert(parameters), limitMs: convertLimitMs };
      return refuseMissing(await runProgram(run, maxOutputBytes), command);
    },
    stream: (parameters) => startProgram({ ...given, command: convert(parameters), limitMs: streamLimitMs }),
  };
}

/** `/opt/ffmpeg-7/bin/ffmpeg` has `/opt/ffmpeg-7/bin/ffprobe` beside it. */
function ffprobeBeside(command: string): string {
  const name = basename(command).replace("ffmpeg", "ffprobe");
  const program = name.includes("ffprobe") ? name : "ffprobe";
  return /[\\/]/.test(command) ? join(dirname(command), program) : program;
}

/** Throws ParseError when the program is not there, else answers what was given. */
export function refuseMissing<E extends ProgramEnd>(end: E, program: string): E {
  if (end.outcome !== "not-started") return end;
  throw new ParseError(
    `Audio and video are read with FFmpeg, and its program "${program}" could not be started. Ask the operator of this service to install FFmpeg, or to set HEADWATER_PROGRAMS=ffmpeg=<path> to where it is.`,
  );
}
