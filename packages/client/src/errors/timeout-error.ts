import { ClientError } from "./client-error.ts";

/** A call did not end within `timeoutMs`. Its retries count. */
export class TimeoutError extends ClientError {
  override readonly name = "TimeoutError";
  declare readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`No answer within ${timeoutMs} ms (timeoutMs).`);
    this.timeoutMs = timeoutMs;
  }
}
