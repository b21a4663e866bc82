import { execFile, spawn } from "node:child_process";
import { sep } from "node:path";
import { promisify } from "node:util";
import { confine } from "../process/confine.ts";
import { noSandbox, type ProgramView, type Sandbox, viewOfPrograms } from "../process/sandbox.ts";
import { inherited } from "../process/start-program.ts";
import { readHocr } from "./hocr.ts";
import { OcrError, type Tesseract } from "./recognise-text.ts";

/** A page takes 1 to 5 seconds; a dense one at the size limit takes 20. */
const recogniseTimeoutMs = 45_000;
const askTimeoutMs = 5_000;
const maxMemoryMb = 4_096;
const maxOutputBytes = 50_000_000;
/** The pack that detects scripts, and how sure it must be. */
const scriptPack = "osd";
const minScriptTrust = 5;

/**
 * Linux kills what follows when the thread that started it ends, however it ends; its process too. It replaces itself by
 * the program, and so costs 2 ms a picture, where the guard process of `../process` would cost 50.
 */
const endsWithUs = ["setpriv", "--pdeathsig", "KILL", "--"] as const;

/**
 * The Tesseract that is installed on this machine. Undefined when there is none. `command` is its name on the path, or its
 * full path. In a sandbox, one with a path is a program that the operator chose: it sees the machine without the hidden
 * folders, as a wrapper may need files of its own. What it started ends when the signal aborts.
 */
export async function findTesseractCommand({
  command = "tesseract",
  sandbox = noSandbox,
}: {
  command?: string;
  sandbox?: Sandbox;
} = {}): Promise<((signal?: AbortSignal) => Tesseract) | undefined> {
  const view: ProgramView = command.includes(sep) ? { sees: "machine" } : viewOfPrograms;
  // Other systems have no such program: there, Tesseract finishes its picture when we end before it.
  const confined = (...words: Program): Program => [
    ...confine(words, sandbox, {
      view: { ...view, reads: Object.values(inherited(["TESSDATA_PREFIX"])) },
      limits: { memoryMb: maxMemoryMb, fileMb: 1 },
    }),
  ];
  // bubblewrap ends with us by itself.
  const programs = sandbox.bubblewrap ? [] : [confined(...endsWithUs, command)];
  for (const program of [...programs, confined(command)]) {
    const packs = await installedLanguages(program);
    if (packs.size > 0) return (signal) => installedTesseract(program, packs, signal);
  }
  return undefined;
}

function installedTesseract(program: Program, packs: Set<string>, signal?: AbortSignal): Tesseract {
  return {
    name: "tesseract (command)",
    packs,
    engine: (languages) => ({
      languages,
      recognise: async (png, { asOneBlock = false } = {}) => {
        const segmentation = asOneBlock ? "6" : "3";
        const parameters = ["-l", languages.join("+"), "--psm", segmentation, "hocr"];
        return readHocr(await runTesseract(program, parameters, png, signal));
      },
    }),
    async findScript(png) {
      if (!packs.has(scriptPack)) return null;
      const said = await runTesseract(program, ["-l", scriptPack, "--psm", "0"], png, signal).catch(
        (error) => {
          // It ends with an error where a picture has too few letters.
          if (error instanceof OcrError) return "";
          throw error;
        },
      );
      const [, script] = /^Script: (.+)$/m.exec(said) ?? [];
      const [, trust = "0"] = /^Script confidence: (.+)$/m.exec(said) ?? [];
      return script === undefined ? null : { script, isSure: Number(trust) >= minScriptTrust };
    },
    close: async () => {},
  };
}

/** What Tesseract needs to start and to find its languages: nothing else of ours, and so no secret, reaches it. */
const environment = () => inherited(["PATH", "LD_LIBRARY_PATH", "LANG", "TESSDATA_PREFIX"]);

/** How Tesseract is started: a command with its first arguments. */
type Program = [command: string, ...parameters: string[]];

async function installedLanguages([command, ...parameters]: Program): Promise<Set<string>> {
  try {
    const { stdout } = await promisify(execFile)(command, [...parameters, "--list-langs"], {
      env: environment(),
      timeout: askTimeoutMs,
    });
    return new Set(stdout.split(/\r?\n/).slice(1).filter(Boolean));
  } catch {
    // Not installed, or not a program that works: the built-in engine is used.
    return new Set();
  }
}

async function runTesseract(
  [command, ...parameters]: Program,
  orders: readonly string[],
  png: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<string> {
  signal?.throwIfAborted();
  const child = spawn(command, [...parameters, "-", "-", ...orders], {
    // One thread: Tesseract's own threads cost more than they bring, and builds run side by side.
    env: { ...environment(), OMP_THREAD_LIMIT: "1" },
    stdio: ["pipe", "pipe", "ignore"],
    timeout: recogniseTimeoutMs,
    killSignal: "SIGKILL",
    signal,
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on("error", (cause) => {
      // A program that was stopped is waited for: it stays a zombie when this thread ends before it.
      if (!signal?.aborted) reject(new OcrError(`Tesseract (${command}) could not be started`, { cause }));
    });
    child.on("close", resolve);
  });
  // It may end before it has read the picture; the exit code says whether.
  child.stdin.on("error", () => undefined);
  child.stdin.end(png);
  let size = 0;
  const output: Buffer[] = [];
  child.stdout.on("data", (piece: Buffer) => {
    size += piece.length;
    if (size > maxOutputBytes) child.kill("SIGKILL");
    else output.push(piece);
  });
  const code = await ended;
  signal?.throwIfAborted();
  if (code !== 0) {
    throw new OcrError(
      child.killed
        ? `Tesseract did not read the picture within ${recogniseTimeoutMs / 1_000} seconds`
        : `Tesseract ended with exit code ${code}`,
    );
  }
  return Buffer.concat(output).toString("utf8");
}
