import type { Readable, Writable } from "node:stream";
import { RenderError } from "../../ports/page-browser.ts";

type Message = {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
};

/** The DevTools protocol over a pair of pipes. */
export type DevTools = {
  /** Throws RenderError when the browser refuses it or is gone. */
  send(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>;
  onEvent(listener: (method: string, params: Record<string, unknown>) => void): void;
};

/** JSON messages, each ended by a zero byte. One that is longer than `maxMessageBytes` ends the conversation. */
export function openDevTools(
  { input, output }: { input: Writable; output: Readable },
  maxMessageBytes: number,
): DevTools {
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listeners: ((method: string, params: Record<string, unknown>) => void)[] = [];
  let [lastId, pieces, size] = [0, [] as Buffer[], 0];
  let ended: RenderError | null = null;

  const end = (why: string) => {
    ended ??= new RenderError(why);
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
    output.destroy();
  };

  const take = ({ id, method, params, result, error }: Message) => {
    if (id === undefined) {
      for (const listener of listeners) listener(method ?? "", params ?? {});
      return;
    }
    const asked = waiting.get(id);
    waiting.delete(id);
    if (error) asked?.reject(new RenderError(error.message));
    else asked?.resolve(result ?? {});
  };

  output.on("data", (chunk: Buffer) => {
    let rest = chunk;
    for (let at = rest.indexOf(0); at >= 0; at = rest.indexOf(0)) {
      const message = Buffer.concat([...pieces, rest.subarray(0, at)]).toString("utf8");
      [pieces, size] = [[], 0];
      rest = rest.subarray(at + 1);
      take(JSON.parse(message) as Message);
    }
    size += rest.byteLength;
    if (size > maxMessageBytes) return end("the page is too large");
    if (rest.byteLength > 0) pieces.push(rest);
  });
  output.on("close", () => end("the browser ended"));

  return {
    send(method, params = {}, sessionId) {
      if (ended) return Promise.reject(ended);
      lastId += 1;
      const asked = Promise.withResolvers<Record<string, unknown>>();
      waiting.set(lastId, asked);
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
      return asked.promise;
    },
    onEvent: (listener) => void listeners.push(listener),
  };
}
