import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { type BodyFilter, proxyErrors, Refusal } from "@headwater/proxy-core";

/**
 * Streams a request's body to the upstream. It needs a stream of its own: undici destroys its stream when the upstream
 * fails or answers early, but the client's connection must still carry that answer. The rest of the request is then
 * read and dropped. Fails with a `Refusal` when fewer bytes come than announced, or when no byte moves for `idleMs`.
 */
export function streamedBody(
  request: IncomingMessage,
  {
    announced,
    idleMs,
    filter,
  }: { announced: number | undefined; idleMs: number; filter?: BodyFilter | undefined },
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
  const fail = (error: Error) => {
    body.destroy(error);
  };
  const take = (part: Buffer) => {
    received += part.length;
    silence.refresh();
    try {
      const passed = filter ? filter.pass(part) : part;
      if (passed.length === 0 || body.push(passed)) return;
      heldBack = true;
      request.pause();
    } catch (error) {
      fail(error as Error);
    }
  };
  const end = () => {
    clearTimeout(silence);
    try {
      if (announced !== undefined && received !== announced)
        throw new Refusal(proxyErrors.bodyCutShort(announced, received));
      filter?.end();
      body.push(null);
    } catch (error) {
      fail(error as Error);
    }
  };
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
