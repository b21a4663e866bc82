import type { EncoderFolder } from "./encoder-folder.ts";
import type { JudgeFolder } from "./judge-folder.ts";

/** Which model a thread runs. */
export type ModelThreadData = { encoder: EncoderFolder } | { judge: JudgeFolder };

/** To the thread: what the model reads. */
export type ModelRequest<Input> = { id: number; input: Input };

/** From the thread. */
export type ModelReply<Output> = { id: number; output: Output } | { id: number; error: string };
