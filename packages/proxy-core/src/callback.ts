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
export function within<T>(answer: T | PromiseLike<T>, milliseconds: number, what: string): T | Promise<T> {
  if (!isThenable(answer)) return answer;
  // One promise and one timer: every request comes through here twice, and `Promise.race` would make several more.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${what} took longer than ${milliseconds} ms`)),
      milliseconds,
    );
    Promise.resolve(answer).then(
      (value) => {
        clearTimeout(timer);
        resolve(value);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

const isThenable = <T>(answer: T | PromiseLike<T>): answer is PromiseLike<T> =>
  typeof (answer as PromiseLike<T> | null)?.then === "function";
