import sharp from "sharp";
import { loadRecogniser } from "./read-lines.ts";
import type { RecogniseReply, RecogniseRequest, RecogniserFiles } from "./recogniser-messages.ts";

/**
 * The entry of the process that recognises. It is a process because its runtime ends the whole process when a thread that
 * computes is ended, and because all of its memory comes back with its end. It ends when the channel to us closes: then we
 * have ended, however that was.
 */
sharp.concurrency(1);
sharp.cache(false);
process.on("disconnect", () => process.exit());

const files = JSON.parse(process.argv[2] ?? "{}") as RecogniserFiles;
const loaded = import("onnxruntime-node").then((runtime) => loadRecogniser(files, runtime));

process.on("message", async ({ id, picture }: RecogniseRequest) => {
  const reply: RecogniseReply = await loaded
    .then((readLines) => readLines(picture))
    .then(
      (lines) => ({ id, lines }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    );
  process.send?.(reply);
});
