import type { ProxyOptions } from "../../src/options/proxy-options.ts";

export type StartedProxy = {
  /** Where the proxy is mounted, such as `http://127.0.0.1:4711/api/documents`. */
  baseUrl: string;
  close(): Promise<void>;
};

/** An adapter under test: something that serves the policy on a real socket. */
export type ProxyAdapter = {
  /** Starts the adapter on a free port, mounted below some path. */
  // biome-ignore lint/suspicious/noExplicitAny: each adapter has its own kind of request
  start(options: ProxyOptions<any>): Promise<StartedProxy>;
  /** A header of the framework's own request. */
  headerOf(native: unknown, name: string): string | undefined;
  capabilities: {
    /** The adapter sees request targets exactly as sent: nothing resolves dot segments before it. */
    rawTargets: boolean;
    /** `timeouts.connectMs` has an effect of its own. */
    connectTimeout: boolean;
  };
};
