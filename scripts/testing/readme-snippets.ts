import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, delimiter, dirname } from "node:path";

/** A fenced block that a README marks as runnable: ```` ```ts runnable ```` or ```` ```sh runnable ````. */
export type Snippet = {
  language: "ts" | "sh";
  code: string;
  /** File and line of the first line of code, for messages: `README.md:12`. */
  place: string;
  /** The folder of the README: where the snippet runs, so that a package can import itself by its name. */
  folder: string;
};

export type SnippetOptions = {
  /** Added to this process's environment, for example the address and token of a started service. */
  env?: Record<string, string>;
  /** How long one snippet may take; 60 s by default. */
  timeoutMs?: number;
};

export type SnippetResult = { snippet: Snippet; output: string };

/** The runnable snippets of a README, in order. */
export function readSnippets(readmePath: string): Snippet[] {
  const fences = /^```(ts|sh) runnable[ \t]*\n([\s\S]*?)^```[ \t]*$/gm;
  const text = readFileSync(readmePath, "utf8");
  return [...text.matchAll(fences)].map((match) => ({
    language: match[1] as Snippet["language"],
    code: match[2] ?? "",
    place: `${basename(readmePath)}:${text.slice(0, match.index).split("\n").length + 1}`,
    folder: dirname(readmePath),
  }));
}

/**
 * Runs one snippet in a separate process, like a reader who pastes it: TypeScript as an ES module under
 * this Node, shell under `bash` ending at the first failing command.
 *
 * @throws Error with place, reason and output when it fails or takes too long
 */
export function runSnippet(snippet: Snippet, options: SnippetOptions = {}): Promise<SnippetResult> {
  const { env = {}, timeoutMs = 60_000 } = options;
  const [command, commandArguments] =
    snippet.language === "ts"
      ? [process.execPath, ["--input-type=module-typescript", "--no-warnings", "-"]]
      : ["bash", ["-euo", "pipefail", "-s"]];
  const searchPath = [dirname(process.execPath), process.env.PATH].join(delimiter);
  return new Promise((resolve, reject) => {
    const child = spawn(command, commandArguments, {
      cwd: snippet.folder,
      env: { ...process.env, PATH: searchPath, ...env },
      timeout: timeoutMs,
      killSignal: "SIGKILL",
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text;
      });
    }
    child.once("error", reject);
    child.once("close", (exitCode, signal) => {
      if (exitCode === 0) return resolve({ snippet, output });
      const reason =
        signal === null ? `ended with ${exitCode}` : `was ended by ${signal} (limit ${timeoutMs} ms)`;
      reject(new Error(`${snippet.place} ${reason}:\n${output}`));
    });
    child.stdin.on("error", () => {}); // The process ended before it read all of its code. `close` reports how.
    child.stdin.end(snippet.code);
  });
}

/** Runs all runnable snippets of a README one after the other. Stops at the first failure. */
export async function runSnippets(
  readmePath: string,
  options: SnippetOptions = {},
): Promise<SnippetResult[]> {
  const results: SnippetResult[] = [];
  for (const snippet of readSnippets(readmePath)) results.push(await runSnippet(snippet, options));
  return results;
}
