import type { RequestId } from "@modelcontextprotocol/server";

/**
 * Names a client, so that it can cancel a call: ids of requests are its own. It is given to clients of 2025-11-25 and
 * taken as it comes; nothing is stored for it, and none is needed. Those of 2026-07-28 cancel by closing the connection.
 */
export const sessionHeader = "mcp-session-id";

/** Names a request of a client: ids are unique among the requests of one client only. */
export type CallKey = { tokenId: string; session: string; requestId: RequestId };

export type RunningCall = { signal: AbortSignal; end: () => void };

export type RunningCalls = {
  begin(key: CallKey): RunningCall;
  /** Stops the call of this name. Does nothing when it has ended, or when two clients without a session use the id. */
  cancel(key: CallKey): void;
};

/**
 * The tool calls that run, so that a notification, which is a request of its own over HTTP, can stop one. They are in
 * memory only: calls do not outlive the process.
 */
export function createRunningCalls(): RunningCalls {
  const running = new Map<string, Set<AbortController>>();
  const nameOf = ({ tokenId, session, requestId }: CallKey) => JSON.stringify([tokenId, session, requestId]);
  return {
    begin(key) {
      const name = nameOf(key);
      const controller = new AbortController();
      const others = running.get(name) ?? new Set();
      running.set(name, others.add(controller));
      const end = () => {
        others.delete(controller);
        if (others.size === 0 && running.get(name) === others) running.delete(name);
      };
      return { signal: controller.signal, end };
    },
    cancel(key) {
      const [only, ...others] = running.get(nameOf(key)) ?? [];
      if (others.length === 0) only?.abort();
    },
  };
}
