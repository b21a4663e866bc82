import { ClientError } from "./client-error.ts";

/** The service did not know the build during the whole grace period. */
export class BuildNotFoundError extends ClientError {
  override readonly name = "BuildNotFoundError";
  declare readonly buildId: string;

  constructor(buildId: string, graceMs: number) {
    super(`Build ${buildId} is unknown after ${graceMs} ms.`);
    this.buildId = buildId;
  }
}
