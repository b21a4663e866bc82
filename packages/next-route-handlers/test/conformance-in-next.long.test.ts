import { afterAll, beforeEach, describe } from "vitest";
import { describeProxyConformance } from "../../proxy-core/testing/conformance/describe-proxy-conformance.ts";
import { startNextAdapters } from "../testing/conformance-adapters.ts";

/** What Next.js answers before the handlers, or changes after them. `in-next.long.test.ts` shows how. */
const nextAnswersItself = [
  /^\S*\/\/\S* is nothing of the contract/,
  "odd methods never pass",
  "a large answer passes whole, and as slowly as the client takes it",
  "the length of a file and of a range passes",
];
/** In the edge runtime, `next start` first reads the whole body, and adds the route's parameters to the query. */
const edgeDiffers = [
  "a service that does not read slows the client down",
  "a refusal that comes before the body has ended reaches the client",
  "a client that stops sending is told so, and the service is let go",
  "bytes of open uploads: refused before the body is read",
  "a size that the headers tell is refused before a byte of the body",
  "the list of sources answers at the mount point, below /sources, with and without a slash",
];

const without = (names: (string | RegExp)[], why: string) =>
  beforeEach(({ task, skip }) => {
    if (names.some((name) => (typeof name === "string" ? name === task.name : name.test(task.name))))
      skip(why);
  });

for (const next of ["next", "next15"] as const) {
  const adapters = await startNextAdapters(next);
  describe(next, () => {
    afterAll(() => adapters.close());
    without(nextAnswersItself, "Next.js answers this itself");
    describeProxyConformance("in the Node runtime", adapters.nodejs);
    describe("edge", () => {
      without(edgeDiffers, "the edge runtime of `next start` differs");
      describeProxyConformance("in the edge runtime", adapters.edge);
    });
  });
}
