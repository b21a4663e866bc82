import {
  createThreadPool,
  defaultThreadOptions,
} from "../../../packages/server/src/adapters/threads/thread-pool.ts";
import { createThreadedReader } from "../../../packages/server/src/adapters/threads/threaded-documents.ts";
import { beginning } from "../../../packages/server/src/builds/document-reader.ts";
import { ReaderStoppedError } from "../../../packages/server/src/builds/errors.ts";
import { silenceLimitMs } from "../../../packages/server/src/builds/silence-limit.ts";
import { documentThread } from "../../../packages/server/src/compose/document-thread-entry.ts";
import { elementTypes } from "../../../spec/src/index.ts";
import { peakDuring, residentMemory } from "../resident-memory.ts";
import type { FuzzCase, FuzzOutcome } from "./fuzz-process.ts";

/** Reads one case after the other in a thread with the service's limits. It ends with its parent. */
const parent = process.send?.bind(process);
if (parent === undefined) throw new Error("Started by startFuzzProcess only");

const maxJobMs = 120_000;
const pool = createThreadPool(
  { ...defaultThreadOptions, size: 1, jobMs: maxJobMs, workerData: { ocr: { command: null } } },
  documentThread,
);
const read = createThreadedReader(pool);

type Ending = Pick<FuzzOutcome, "kind" | "text">;

async function ending({ fileName, extension, method, bytes }: FuzzCase): Promise<Ending> {
  const faults = new Set<string>();
  try {
    const parts = read(
      { bytes: Uint8Array.from(bytes), fileName, extension, method, after: beginning },
      {
        signal: AbortSignal.timeout(2 * maxJobMs),
        onProgress: () => {},
        silenceMs: silenceLimitMs(extension, 60_000),
      },
    );
    for await (const part of parts) {
      if (part.kind !== "elements") continue;
      for (const { type, text, pageNumber } of part.elements) {
        if (!elementTypes.includes(type)) faults.add(`an element of type ${type}`);
        if (!(pageNumber >= 1)) faults.add(`an element on page ${pageNumber}`);
        if (/(?![\t\n])\p{Cc}/u.test(text)) faults.add("a control character in a text");
        if (!text.isWellFormed()) faults.add("half a character in a text");
      }
    }
    return faults.size === 0
      ? { kind: "read", text: "" }
      : { kind: "bad element", text: [...faults].join(", ") };
  } catch (error) {
    if (error instanceof Error && error.name === "ParseError")
      return { kind: "refused", text: error.message };
    if (error instanceof ReaderStoppedError)
      return {
        kind: "stopped",
        text: `${error.message} ${error.cause instanceof Error ? error.cause.message : ""}`,
      };
    return { kind: "error", text: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on("message", async (one: FuzzCase) => {
  const before = residentMemory(process.pid);
  const started = performance.now();
  const { result, peak } = await peakDuring(process.pid, ending(one));
  parent({ ...result, ms: performance.now() - started, grownBytes: peak - before } satisfies FuzzOutcome);
});
process.on("disconnect", () => process.exit(0));
