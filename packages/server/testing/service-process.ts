import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";

export type ServiceProcess = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** `http://127.0.0.1:port/sources` */
  baseUrl: string;
  pid: number;
  /** Time from the start of the process until it reported that it is ready. */
  readyMs: number;
  /** Resolves when the process has ended for any reason. */
  exited: Promise<void>;
  /** Whether the process is still there. */
  running(): boolean;
  /** The last lines it wrote to standard error. */
  complaints(): string;
  /** kill -9. Resolves when the process is gone. */
  kill(): Promise<void>;
  /** Asks it to stop. Throws when it ended with anything but 0; kills it and throws when it has not stopped within 100 s. */
  stop(): Promise<void>;
};

export type ServiceProcessOptions = {
  dataFolder: string;
  token: string;
  /** The program to run with `serve`. Default: `serverEntry`. */
  entry?: string;
  /** Further settings. */
  environment?: Record<string, string>;
  /** Kills the process, ready or not, when aborted. */
  signal?: AbortSignal;
};

/** The program: the build, which starts faster, when the test runner has just made it, otherwise the sources. */
export const serverEntry = join(
  import.meta.dirname,
  process.env.TEST_BUILT === "1" ? "../dist/main.mjs" : "../src/main.ts",
);

const startTimeoutMs = 200_000;
const stopTimeoutMs = 100_000;
const linesKept = 40;

/**
 * The environment without Headwater settings of this machine, which would affect the tested service. Meaning is off:
 * loading the encoder would slow down each test that starts a service.
 */
export const cleanEnvironment = (): Record<string, string | undefined> => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("HEADWATER_"))),
  HEADWATER_EMBEDDING_MODEL: "none",
});

/** The real service in its own process, ready, on a free port. Throws with its output when it does not become ready. */
export async function startServiceProcess(options: ServiceProcessOptions): Promise<ServiceProcess> {
  const { dataFolder, token, entry = serverEntry, environment = {}, signal } = options;
  const started = performance.now();
  const child = spawn(process.execPath, [entry, "serve"], {
    // Not a folder that may contain a `.env`.
    cwd: tmpdir(),
    env: {
      ...cleanEnvironment(),
      HEADWATER_PORT: "0",
      HEADWATER_DATA: dataFolder,
      HEADWATER_TOKEN: token,
      // A test process that is killed leaves no service behind.
      HEADWATER_STOP_ON_DISCONNECT: "1",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const complaints: string[] = [];
  if (child.stderr)
    createInterface({ input: child.stderr }).on("line", (line) => {
      complaints.push(line);
      if (complaints.length > linesKept) complaints.shift();
    });
  const exited = once(child, "close").then(() => {});
  const kill = async () => {
    child.kill("SIGKILL");
    await exited;
  };
  const abort = () => void child.kill("SIGKILL");
  if (signal?.aborted) abort();
  signal?.addEventListener("abort", abort, { once: true });
  void exited.then(() => signal?.removeEventListener("abort", abort));

  const origin = await addressOf(child, exited).catch(async (cause: unknown) => {
    await kill();
    throw new Error(`The service did not get ready: ${complaints.join("\n") || "it said nothing"}`, {
      cause,
    });
  });
  const running = () => child.exitCode === null && child.signalCode === null;
  return {
    origin,
    baseUrl: `${origin}/sources`,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    exited,
    running,
    complaints: () => complaints.join("\n"),
    kill,
    async stop() {
      child.kill("SIGTERM");
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        child.kill("SIGKILL");
      }, stopTimeoutMs);
      await exited;
      clearTimeout(timer);
      if (late)
        throw new Error(
          `The service did not stop within ${stopTimeoutMs / 1000} s: ${complaints.join("\n")}`,
        );
      if (child.exitCode !== 0)
        throw new Error(
          `The service ended with ${child.exitCode ?? child.signalCode}: ${complaints.join("\n")}`,
        );
    },
  };
}

/** Reads the line that says at which address it is ready. */
async function addressOf(child: ChildProcess, exited: Promise<void>): Promise<string> {
  if (!child.stdout) throw new Error("The service has no standard output");
  const lines = createInterface({ input: child.stdout });
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<string>((resolve) =>
    lines.on("line", (line) => {
      const address = /\bready at (http:\/\/\S+)/.exec(line)?.[1];
      if (address) resolve(address);
    }),
  );
  const gone = exited.then(() =>
    Promise.reject(new Error(`It ended with ${child.exitCode ?? child.signalCode}`)),
  );
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("It took too long")), startTimeoutMs);
  });
  try {
    return await Promise.race([ready, gone, late]);
  } finally {
    clearTimeout(timer);
    gone.catch(() => {});
  }
}
