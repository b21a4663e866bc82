import { spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { confine } from "./confine.ts";
import { type GuardOrders, guardExit } from "./guard-orders.ts";
import type { ProgramView, Sandbox } from "./sandbox.ts";

export type Program = {
  /** Its name on the path, or its full path, and its arguments. No shell reads them. */
  command: readonly [name: string, ...parameters: string[]];
  /** What keeps it apart from the machine, and what it gets to see all the same. */
  sandbox: Sandbox;
  view: ProgramView;
  /** Address space of each of its processes in MB; null for a program that reserves more than it uses. */
  memoryMb: number | null;
  /** All of its environment besides the search path. */
  environment?: Record<string, string> | undefined;
  /** It is ended after so long. */
  limitMs: number;
  /** An open file that it gets as descriptor 3. */
  file?: number | undefined;
  /** A folder that is removed when it has ended, however it or we end. */
  removes?: string | undefined;
  signal?: AbortSignal | undefined;
};

export type ProgramEnd = {
  outcome: "ended" | "not-started" | "too-slow" | "stopped";
  /** Its exit code, when it ended by itself. */
  code: number;
  /** The last of what it wrote to standard error. */
  complaint: string;
};

export type RunningProgram = {
  /** Its standard output. The program stops while its caller does not read it. */
  output: Readable;
  ended: Promise<ProgramEnd>;
  stop(): void;
};

const maxComplaint = 2_000;

/** Programs print what they make; a file beside it is a cache or a log. */
const maxFileMb = 256;

/** Beside this file in the sources and in the bundle. */
const guard = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./guard.ts" : "./guard.mjs", import.meta.url),
);

/** What programs need of our environment; nothing else of it, and so no secret, reaches them. */
const needed = ["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot"];

/**
 * Starts a program that never outlives its use: it ends at its time limit, on abort, and when this thread or process ends
 * in whatever way.
 */
export function startProgram({
  command,
  sandbox,
  view,
  memoryMb,
  environment,
  limitMs,
  file,
  removes,
  signal,
}: Program): RunningProgram {
  const orders: GuardOrders = { limitMs, passesFile: file !== undefined, removes };
  const confined = confine(command, sandbox, { view, limits: { memoryMb, fileMb: maxFileMb } });
  const child = spawn(process.execPath, [guard, JSON.stringify(orders), ...confined], {
    env: { ...inherited(needed), ...environment },
    stdio: ["pipe", "pipe", "pipe", ...(file === undefined ? [] : [file])],
  });
  // The types know three streams only; the fourth entry is a file.
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error("A child process came without its pipes");
  stdin.on("error", () => undefined);
  let complaint = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    complaint = (complaint + text).slice(-maxComplaint);
  });
  const stop = () => {
    stdin.destroy();
    stdout.destroy();
  };
  const ended = new Promise<ProgramEnd>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", () => signal?.removeEventListener("abort", stop));
    child.on("close", (code) => resolve(endOf(code, complaint)));
  });
  // A caller that awaits the end gets the failure; a caller need not wait.
  ended.catch(() => undefined);
  if (signal?.aborted) stop();
  signal?.addEventListener("abort", stop, { once: true });
  return { output: stdout, ended, stop };
}

/** Variables of our own environment, those of them that are set. */
export const inherited = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

function endOf(code: number | null, complaint: string): ProgramEnd {
  const outcome =
    code === guardExit.notStarted
      ? "not-started"
      : code === guardExit.tooSlow
        ? "too-slow"
        : code === guardExit.stopped || code === null
          ? "stopped"
          : "ended";
  return { outcome, code: code ?? guardExit.stopped, complaint: complaint.trim() };
}
