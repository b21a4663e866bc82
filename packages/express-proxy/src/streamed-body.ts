import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { proxyErrors, Refusal } from "@headwater/proxy-core";

/**
 * Streams a request's body to the upstream. It needs a stream of its own: undici destroys its stream when the upstream
 * fails or answers early, but the client's connection must still carry that answer. The rest of the request is then
 * read and dropped. Fails with a `Refusal` when fewer bytes come than announced, or when no byte moves for `idleMs`.
 */
export function streamedBody(
  request: IncomingMessage,
  { announced, idleMs }: { announced: number | undefined; idleMs: number },
): Readable {
  let received = 0;
  let heldBack = false;
  const body = new Readable({
    read() {
      heldBack = false;
      request.resume();
    },
    destroy(error, done) {
      clearTimeout(silence);
      request.off("data", take).off("end", end).off("error", fail).off("close", gone);
      request.resume();
      done(error);
    },
  });
  const take = (part: Buffer) => {
    received += part.length;
    silence.refresh();
    if (body.push(part)) return;
    heldBack = true;
    request.pause();
  };
  const end = () => {
    clearTimeout(silence);
    if (announced === undefined || received === announced) body.push(null);
    else fail(new Refusal(proxyErrors.bodyCutShort(announced, received)));
  };
  const fail = (error: Error) => body.destroy(error);
  const gone = () => {
    if (!request.readableEnded) fail(new Error("The client broke off its request"));
  };
  const silence = setTimeout(
    () => fail(new Refusal(heldBack ? proxyErrors.tooSlow() : proxyErrors.clientTooSlow())),
    idleMs,
  );
  // Without a listener an error would crash the process, and undici listens only while it sends.
  body.on("error", () => {});
  request.on("data", take).on("end", end).on("error", fail).on("close", gone);
  return body;
}
