import type { IncomingMessage } from "node:http";
import { proxyErrors, Refusal } from "@headwater/proxy-core";

export type CollectOptions = {
  /** Content-Length, if the client sent it. */
  announced: number | undefined;
  maxBytes: number;
  /** Maximum silence in milliseconds. */
  idleMs: number;
};

/**
 * Reads a request's body into memory.
 *
 * @throws {Refusal} 413 beyond `maxBytes`, 408 after `idleMs` of silence, 400 when fewer bytes come than announced
 */
export function collectBody(
  request: IncomingMessage,
  { announced, maxBytes, idleMs }: CollectOptions,
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    if (announced !== undefined && announced > maxBytes) {
      reject(new Refusal(proxyErrors.bodyTooLarge()));
      return;
    }
    const parts: Buffer[] = [];
    let received = 0;
    const settle = (error?: Error) => {
      clearTimeout(silence);
      request.off("data", take).off("end", settle).off("error", settle).off("close", gone);
      // Read and drop the rest of the body, so that the client gets to read the answer.
      if (error) request.resume();
      if (error) reject(error);
      else if (announced !== undefined && received !== announced)
        reject(new Refusal(proxyErrors.bodyCutShort(announced, received)));
      else resolve(parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts, received));
    };
    const take = (part: Buffer) => {
      received += part.length;
      silence.refresh();
      if (received > maxBytes) settle(new Refusal(proxyErrors.bodyTooLarge()));
      else parts.push(part);
    };
    const gone = () => settle(new Error("The client broke off its request"));
    const silence = setTimeout(() => settle(new Refusal(proxyErrors.clientTooSlow())), idleMs);
    request.on("data", take).on("end", settle).on("error", settle).on("close", gone);
    request.resume();
  });
}
