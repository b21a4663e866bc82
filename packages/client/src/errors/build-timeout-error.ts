import type { Build } from "@headwater/spec";
import { ClientError } from "./client-error.ts";

/** The build did not end in time. It may still complete: wait again with the same id. */
export class BuildTimeoutError extends ClientError {
  override readonly name = "BuildTimeoutError";
  declare readonly buildId: string;
  /** The last known state of the build, if there is one. */
  declare readonly build: Build | undefined;

  constructor(buildId: string, timeoutMs: number, build: Build | undefined, options?: ErrorOptions) {
    super(`Build ${buildId} is ${build?.status ?? "silent"} after ${timeoutMs} ms.`, options);
    this.buildId = buildId;
    this.build = build;
  }
}
