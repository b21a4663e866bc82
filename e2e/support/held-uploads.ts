import type { IncomingMessage } from "node:http";
import type { RelayAnswers } from "./relay.ts";

export type HeldUpload = { request: IncomingMessage; release(): void };

/** Reads this many bytes of each upload, then pauses until it is released. */
export function holdUploads(answers: RelayAnswers, takenBytes = 0): HeldUpload[] {
  const held: HeldUpload[] = [];
  answers["POST /ingest-file"] = (request, _, pass) => {
    const taken: Buffer[] = [];
    let size = 0;
    const take = (part: Buffer) => {
      taken.push(part);
      size += part.length;
      if (size < takenBytes || held.some((each) => each.request === request)) return;
      request.off("data", take);
      request.pause();
      held.push({
        request,
        release() {
          for (const each of taken.toReversed()) request.unshift(each);
          pass();
        },
      });
    };
    request.on("data", take);
  };
  return held;
}
