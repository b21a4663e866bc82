import type { FailedStage } from "./events.ts";
import type { Answer } from "./plan.ts";

/** A function of the application failed. The client gets a general message; `onEvent` gets what was thrown. */
export class CallbackFailed extends Error {
  override readonly name = "CallbackFailed";
  readonly stage: FailedStage;
  readonly answer: Answer;

  constructor(stage: FailedStage, answer: Answer, cause: unknown) {
    super(`${stage} failed`, { cause });
    this.stage = stage;
    this.answer = answer;
  }
}

/** Maximum milliseconds that `authorize`, `token`, `files` and `onFileReady` may take. */
export const callbackMs = 30_000;

/** Awaits the result of an application's function for a limited time. */
export async function within<T>(answer: T | PromiseLike<T>, milliseconds: number, what: string): Promise<T> {
  if (typeof (answer as PromiseLike<T> | null)?.then !== "function") return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${milliseconds} ms`)), milliseconds);
  });
  try {
    return await Promise.race([answer, passed]);
  } finally {
    clearTimeout(timer);
  }
}
