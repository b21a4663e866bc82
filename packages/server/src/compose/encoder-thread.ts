import { parentPort, workerData } from "node:worker_threads";
import { loadPairClassifier } from "../adapters/onnx/classify-pair.ts";
import type { ModelThreadData } from "../adapters/onnx/model-messages.ts";
import { loadSentenceEncoder } from "../adapters/onnx/sentence-encoder.ts";
import { serveModel } from "../adapters/onnx/serve-model.ts";
import { lowerThreadPriority } from "../adapters/threads/lower-priority.ts";

/** The entry of the thread that runs an encoder: of sentences, or of a statement with its evidence. */
if (!parentPort) throw new Error("encoder-thread runs as a worker thread only");

/** After the threads that answer; those that the runtime starts take this over. */
lowerThreadPriority(8);

const data = workerData as ModelThreadData;
if ("judge" in data) serveModel(parentPort, () => loadPairClassifier(data.judge));
else serveModel(parentPort, () => loadSentenceEncoder(data.encoder));
