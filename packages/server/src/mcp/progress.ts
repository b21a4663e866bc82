import type { ServerContext } from "@modelcontextprotocol/server";

/** How often a client that asks for progress hears that its call goes on, in ms. */
export const defaultProgressMs = 5_000;

export type Progress = {
  /** Says how far the work is, in words. */
  report: (message: string) => void;
  end: () => void;
};

const silent: Progress = { report: () => {}, end: () => {} };

/**
 * Reports the progress of a long call to a client that gave a progress token. `progress` counts the seconds, because the
 * protocol wants it to grow; how far the work itself is, the message says.
 */
export function startProgress({ mcpReq }: ServerContext, everyMs: number): Progress {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return silent;
  const began = performance.now();
  let latest = "Working";
  const send = () => {
    const progress = Math.round(performance.now() - began) / 1000;
    // A client that has left hears nothing; its call is stopped by its own signal.
    mcpReq
      .notify({
        method: "notifications/progress",
        params: { progressToken, progress, message: latest },
      })
      .catch(() => {});
  };
  const timer = setInterval(send, everyMs);
  timer.unref();
  return {
    report(message) {
      if (message === latest) return;
      latest = message;
      send();
    },
    end: () => clearInterval(timer),
  };
}
