import { type ChildProcess, fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { inherited } from "../../process/start-program.ts";
import type { Picture } from "../picture.ts";
import { OcrError } from "../recognise-text.ts";
import type { ReadLine, RecogniseReply, RecogniseRequest, RecogniserFiles } from "./recogniser-messages.ts";

/** Reads lines of text in the scripts that it knows, and is not sure of others. Throws OcrError. */
export type Recogniser = {
  /** The lines of a picture with three channels, most of them straight. */
  readLines(picture: Picture): Promise<ReadLine[]>;
  /** Ends its process. */
  close(): void;
};

/** A page takes 1 to 4 s, on a busy machine many times that. */
const limitMs = 120_000;

/** Beside this file in the sources and in the bundle. */
const entry = fileURLToPath(
  new URL(
    import.meta.url.endsWith(".ts") ? "./recogniser-process.ts" : "./recogniser-process.mjs",
    import.meta.url,
  ),
);

/** Where the weights are. Undefined where their package or the runtime, which are optional, is not installed. */
export function findRecogniser(): RecogniserFiles | undefined {
  const { resolve } = createRequire(import.meta.url);
  try {
    resolve("onnxruntime-node");
    const folder = join(dirname(resolve("@headwater/recogniser/package.json")), "pp-ocrv6");
    return {
      detection: join(folder, "detection.onnx"),
      recognition: join(folder, "recognition.onnx"),
      characters: join(folder, "characters.txt"),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

/** Its process starts with the first picture. It is ended when the signal aborts, and after a picture that takes too long. */
export function connectRecogniser(files: RecogniserFiles, signal?: AbortSignal): Recogniser {
  let child: ChildProcess | undefined;
  let pictures = 0;
  const start = (): ChildProcess => {
    const started = fork(entry, [JSON.stringify(files)], {
      // Pixels go as they are.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
      env: inherited(["PATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "SystemRoot", "TMPDIR"]),
    });
    started.once("exit", () => {
      if (child === started) child = undefined;
    });
    return started;
  };
  const close = () => {
    child?.kill("SIGKILL");
    child = undefined;
  };

  return {
    async readLines(picture) {
      signal?.throwIfAborted();
      child ??= start();
      const current = child;
      const request: RecogniseRequest = { id: ++pictures, picture };
      const { promise, resolve, reject } = Promise.withResolvers<ReadLine[]>();
      const fail = (text: string, cause?: unknown) =>
        reject(new OcrError(`The recogniser ${text}`, { cause }));
      const onMessage = (reply: RecogniseReply) => {
        if (reply.id !== request.id) return;
        if ("error" in reply) fail(`failed: ${reply.error}`);
        else resolve(reply.lines);
      };
      const onError = (cause: Error) => fail("could not be started", cause);
      const onExit = () => fail("ended while it read the picture; it may have run out of memory");
      const onAbort = () => {
        close();
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        close();
        fail(`did not read the picture within ${limitMs / 1_000} seconds`);
      }, limitMs);
      current.on("message", onMessage);
      current.once("error", onError);
      current.once("exit", onExit);
      signal?.addEventListener("abort", onAbort, { once: true });
      current.send(request, (error) => {
        if (error) fail("could not be given the picture", error);
      });
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
        current.off("message", onMessage);
        current.off("error", onError);
        current.off("exit", onExit);
      }
    },
    close,
  };
}
