import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { describe } from "vitest";

/** Whether a search path (such as `PATH`) has an executable of this name. */
export function isOnPath(command: string, searchPath: string): boolean {
  return searchPath.split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return folder !== "";
    } catch {
      return false;
    }
  });
}

/**
 * Whether tests that need a program run here: whether it is on the `PATH` or in one of the given folders.
 *
 * @throws Error when it is absent under `CI=true`, where `.ci/run` should have installed it
 */
export function runsHere(command: string, environment: NodeJS.ProcessEnv, folders: string[] = []): boolean {
  const present = isOnPath(command, [...folders, environment.PATH ?? ""].join(delimiter));
  if (!present && environment.CI === "true") {
    const elsewhere = folders.length > 0 ? ` nor in ${folders.join(" or ")}` : "";
    throw new Error(
      `These tests need \`${command}\`, which is not on the PATH${elsewhere}: add its Debian package to .ci/run.`,
    );
  }
  return present;
}

/**
 * `describe` for tests that need a program of the system. Where it is absent they are skipped, and counted;
 * under `CI=true` the test file fails instead.
 *
 * @example needs("chromium")("the page viewer", () => { … });
 * @param command name of the executable
 * @param folders where it may be besides the folders of `PATH`
 */
export const needs = (command: string, folders: string[] = []) =>
  describe.skipIf(!runsHere(command, process.env, folders));
