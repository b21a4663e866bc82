import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { confine, type Sandbox } from "@headwater/reader";
import type { StartProgram } from "../../ports/start-program.ts";

/**
 * Starts the program in a process group of its own. A second process of the group waits for our end of a pipe to close:
 * so the group ends with this service, even when the service is killed. `$$` is the group, as the shell leads it. The
 * program comes after what answers callers.
 */
const script = `
exec 9<&0
(cat <&9 >/dev/null 2>&1; kill -KILL -$$) >/dev/null 2>&1 3<&- 4<&- &
exec nice -n 5 "$@" 9<&- </dev/null`;

/** Starts programs in a sandbox. */
export const createStartProgram =
  (sandbox: Sandbox): StartProgram =>
  (command, { environment, folder, view, limits, withPipes = false }) => {
    const child = spawn("/bin/sh", ["-c", script, "sh", ...confine(command, sandbox, { view, limits })], {
      cwd: folder,
      env: environment,
      detached: true,
      stdio: ["pipe", "ignore", "pipe", ...extra(withPipes)],
    });
    const [watch, , stderr, input, output] = child.stdio as [Writable, null, Readable, Writable?, Readable?];
    // The reader of the streams may stop before they end.
    for (const pipe of [watch, input, output]) pipe?.on("error", () => {});
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code) => {
        // What the program left running, the watching process among it. Until then the number of the group is taken.
        killGroup(child.pid);
        resolve(code);
      });
    });
    ended.catch(() => {}); // rethrown to the caller that awaits it
    return {
      ended,
      stderr,
      pipes: input && output ? { input, output } : null,
      async stop() {
        if (child.exitCode === null && child.signalCode === null) killGroup(child.pid);
        await ended.catch(() => {}); // it never started
      },
    };
  };

const extra = (wanted: boolean): "pipe"[] => (wanted ? ["pipe", "pipe"] : []);

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
