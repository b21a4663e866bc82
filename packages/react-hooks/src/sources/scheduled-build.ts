import { BuildFailedError, type ScheduledBuild } from "@headwater/client";

/** @throws {BuildFailedError} when the service answered but scheduled no build. */
export function assertScheduled(build: ScheduledBuild): ScheduledBuild {
  if (!build.success) throw new BuildFailedError(build);
  return build;
}
