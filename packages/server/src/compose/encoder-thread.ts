import { parentPort, workerData } from "node:worker_threads";
import type { EncoderThreadData } from "../adapters/onnx/encoder-messages.ts";
import { serveEncoder } from "../adapters/onnx/serve-encoder.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";

/** The entry of the thread that runs a sentence encoder. */
if (!parentPort) throw new Error("encoder-thread runs as a worker thread only");

/** After the threads that answer; those that the runtime starts take this over. */
lowerThreadPriority(8);

serveEncoder(parentPort, workerData as EncoderThreadData);
