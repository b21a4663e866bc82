import type { Build } from "@headwater/spec";
import { ClientError } from "./client-error.ts";

/** The build ended without a usable source, or the service never scheduled it. */
export class BuildFailedError extends ClientError {
  override readonly name = "BuildFailedError";
  declare readonly build: Pick<Build, "build_id" | "error"> & Partial<Build>;

  constructor(build: BuildFailedError["build"]) {
    const reason = build.error ?? build.message ?? build.status;
    super(`Build ${build.build_id} failed: ${reason}`);
    this.build = build;
  }
}
