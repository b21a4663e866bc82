import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Method } from "../../../spec/src/index.ts";

export type FuzzCase = { fileName: string; extension: string; method: Method; bytes: Uint8Array };

export type FuzzOutcome = {
  /** `error`: neither elements nor a ParseError. `stopped`: the thread hung or died. `crash`: the process died. */
  kind: "read" | "refused" | "bad element" | "error" | "stopped" | "crash";
  /** The ParseError's text, the stack, or what stopped it. */
  text: string;
  ms: number;
  /** How much the memory of the process grew at most while it read. */
  grownBytes: number;
};

export type FuzzProcess = { read(one: FuzzCase): Promise<FuzzOutcome>; stop(): void };

const maxCaseMs = 300_000;

/** A process that reads mutated documents; when one of them ends it, the next case starts another. */
export function startFuzzProcess(): FuzzProcess {
  let child: ChildProcess | undefined;
  const running = () => {
    child ??= fork(fileURLToPath(new URL("./fuzz-child.ts", import.meta.url)), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "pipe", "ipc"],
      // As the service does for itself.
      env: { ...process.env, MALLOC_ARENA_MAX: "2" },
    });
    return child;
  };
  return {
    read(one) {
      const current = running();
      const started = performance.now();
      let complaints = "";
      const listen = (data: Buffer) => {
        complaints = (complaints + data.toString()).slice(-4_000);
      };
      current.stderr?.on("data", listen);
      return new Promise((resolve) => {
        const finish = (outcome: FuzzOutcome) => {
          clearTimeout(timer);
          current.off("message", finish);
          current.off("exit", died);
          current.stderr?.off("data", listen);
          resolve(outcome);
        };
        const died = (code: number | null, signal: string | null) => {
          child = undefined;
          finish({
            kind: "crash",
            text: `The process ended with ${code ?? signal}: ${complaints}`,
            ms: performance.now() - started,
            grownBytes: 0,
          });
        };
        const timer = setTimeout(() => current.kill("SIGKILL"), maxCaseMs);
        current.on("message", finish);
        current.once("exit", died);
        current.send(one);
      });
    },
    stop() {
      child?.removeAllListeners("exit");
      child?.kill();
    },
  };
}
