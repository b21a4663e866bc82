import type { ProxyEvent } from "../../src/events.ts";
import type { ProxyOptions } from "../../src/options/proxy-options.ts";
import type { ProxyAdapter, StartedProxy } from "./proxy-adapter.ts";
import { type RecordingUpstream, startRecordingUpstream } from "./recording-upstream.ts";
import { type Reply, type Sent, send } from "./send.ts";

/** The upstream's token. It must appear only in requests to the upstream. */
export const token = "hw-secret-token-4f1d9c";

export type ProxyUnderTest = {
  proxy: StartedProxy;
  upstream: RecordingUpstream;
  events: ProxyEvent[];
  send(method: string, path: string, sent?: Sent): Promise<Reply>;
  close(): Promise<void>;
};

// biome-ignore lint/suspicious/noExplicitAny: each adapter has its own kind of request
export type SomeOptions = Partial<ProxyOptions<any>>;

/** An adapter in front of a recording upstream. Every caller may do everything unless `options` says otherwise. */
export async function startProxyUnderTest(
  adapter: ProxyAdapter,
  options: SomeOptions = {},
): Promise<ProxyUnderTest> {
  const upstream = await startRecordingUpstream();
  const events: ProxyEvent[] = [];
  const proxy = await adapter.start({
    baseUrl: upstream.baseUrl,
    token,
    authorize: () => true,
    onEvent: (event) => events.push(event),
    ...options,
  });
  return {
    proxy,
    upstream,
    events,
    send: (method, path, sent) => send(proxy.baseUrl, method, path, sent),
    async close() {
      await proxy.close();
      await upstream.close();
    },
  };
}
