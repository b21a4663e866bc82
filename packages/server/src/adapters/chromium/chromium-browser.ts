import { chown, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPrivateFolder } from "@headwater/reader";
import { type PageBrowser, RenderError } from "../../ports/page-browser.ts";
import type { StartProgram } from "../../ports/start-program.ts";
import { openDevTools } from "./devtools.ts";
import { chromiumFlags, profilePreferences } from "./flags.ts";
import { loadPage } from "./load-page.ts";

export const defaultRenderLimits = {
  /** For one page with the start of the browser, in ms. */
  timeMs: 45_000,
  loadMs: 20_000,
  quietMs: 5_000,
  /** Of all that a page and its scripts fetch. */
  fetchedBytes: 50 * 1024 * 1024,
  /** Of the document as its scripts have left it. */
  pageBytes: 20 * 1024 * 1024,
};

/**
 * Renders with Chromium: for each page a browser of its own, with a fresh profile that is removed afterwards, behind a
 * filtering proxy of its own.
 */
export function createChromiumBrowser({
  startProgram,
  startProxy,
  command,
  owner,
  ownSandbox,
  lanes,
  parent,
  userAgent,
  limits = defaultRenderLimits,
}: {
  startProgram: StartProgram;
  /** A proxy on 127.0.0.1 that reaches only what may be fetched, and not more bytes than that. */
  startProxy: (maxBytes: number) => Promise<{ port: number; close(): Promise<void> }>;
  /** The full path of the program. */
  command: string;
  /** The user that programs run as; null for the service's own. */
  owner: number | null;
  /** Whether Chromium's own sandbox can be used. */
  ownSandbox: boolean;
  /** Pages at a time. A page that is never done holds one lane until its time is over. */
  lanes: number;
  /** Where profiles are made. Default: the temporary folder. Never in the data folder. */
  parent?: string | undefined;
  /** The User-Agent. */
  userAgent: string;
  limits?: typeof defaultRenderLimits;
}): PageBrowser {
  let free = lanes;
  const waiting: (() => void)[] = [];
  const takeLane = async () => {
    if (free === 0) return new Promise<void>((resolve) => waiting.push(resolve));
    free -= 1;
  };
  const leaveLane = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  const render = async (url: string, signal: AbortSignal) => {
    const deadline = AbortSignal.timeout(limits.timeMs);
    const profile = await createPrivateFolder({ parent, owner });
    await mkdir(join(profile, "Default"), { mode: 0o700 });
    await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(profilePreferences));
    const sockets = await mkdtemp(join(socketParent(), "hw-"));
    if (owner !== null)
      for (const made of [sockets, join(profile, "Default")]) await chown(made, owner, owner);
    const proxy = await startProxy(limits.fetchedBytes);
    const program = startProgram(
      [command, ...chromiumFlags({ proxyPort: proxy.port, profile, userAgent, ownSandbox }), "about:blank"],
      {
        environment: { PATH: process.env.PATH ?? "", HOME: profile, TMPDIR: sockets },
        folder: profile,
        // Its way out is our proxy, on the loopback of this machine.
        view: { sees: "programs", writes: [sockets, profile], network: true },
        // It reserves far more address space than it uses.
        limits: { memoryMb: null, fileMb: 256 },
        withPipes: true,
      },
    );
    program.stderr.resume();
    const stop = () => void program.stop();
    const either = AbortSignal.any([signal, deadline]);
    either.addEventListener("abort", stop, { once: true });
    try {
      either.throwIfAborted();
      if (!program.pipes) throw new Error("The program was started without pipes");
      const devTools = openDevTools(program.pipes, 2 * limits.pageBytes);
      const page = await loadPage(devTools, url, limits, either);
      if (Buffer.byteLength(page.html) > limits.pageBytes) throw new RenderError("the page is too large");
      return page;
    } catch (error) {
      signal.throwIfAborted();
      if (deadline.aborted)
        throw new RenderError(`it took longer than ${Math.round(limits.timeMs / 1000)} seconds`, {
          cause: error,
        });
      throw error;
    } finally {
      either.removeEventListener("abort", stop);
      await program.stop();
      await proxy.close();
      for (const made of [profile, sockets]) await rm(made, { recursive: true, force: true, maxRetries: 5 });
    }
  };

  return {
    async render(url, signal) {
      await takeLane();
      try {
        signal.throwIfAborted();
        return await render(url, signal);
      } finally {
        leaveLane();
      }
    },
  };
}

/** Chromium makes a socket below its temporary folder. The path of a socket has 107 bytes, of which it takes about 60. */
const maxSocketParent = 45;

const socketParent = (): string => (Buffer.byteLength(tmpdir()) <= maxSocketParent ? tmpdir() : "/tmp");
