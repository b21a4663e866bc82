import type { ProxyOptions } from "../../src/options/proxy-options.ts";

export type StartedProxy = {
  /** The address of the mounted proxy, such as `http://127.0.0.1:4711/api/documents`. */
  baseUrl: string;
  close(): Promise<void>;
};

/** An adapter under test. It serves the policy on a real socket. */
export type ProxyAdapter = {
  /** Starts the adapter on a free port, mounted below a path. */
  // biome-ignore lint/suspicious/noExplicitAny: each adapter has its own kind of request
  start(options: ProxyOptions<any>): Promise<StartedProxy>;
  /** Returns a header of the framework's own request. */
  headerOf(native: unknown, name: string): string | undefined;
  capabilities: {
    /** Whether the adapter gets request targets exactly as sent, with dot segments unresolved. */
    rawTargets: boolean;
    /** Whether `timeouts.connectMs` is a separate limit. */
    connectTimeout: boolean;
    /** Whether the adapter passes an encoded answer on as it is. Default false. */
    keepsEncoding?: boolean;
    /** Whether the adapter runs in the process of the test, so that the test sees its log. Default true. */
    sharedConsole?: boolean;
  };
};
