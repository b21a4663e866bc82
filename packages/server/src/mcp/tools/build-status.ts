import { type Build, limits } from "@headwater/spec";
import type { Tool, ToolContext } from "../tool.ts";
import { bodyOf, dataOf, refused } from "../tool-result.ts";

const maximum = limits.maxWaitSeconds;
/** A client that waits hears after so many seconds how far the build is. */
const sliceSeconds = 5;

export const buildStatus: Tool = {
  name: "build_status",
  title: "See how far an ingestion is",
  description:
    "Says how far the reading of an ingested document is: Pending, Processing, Completed or Processing failed, with its file_id. With wait it answers as soon as it is one of the last two.",
  inputSchema: {
    type: "object",
    required: ["build_id"],
    properties: {
      build_id: { type: "string", description: "From the answer of ingest_source." },
      wait: {
        ...{ type: "integer", minimum: 0, maximum, default: 0 },
        description: "Seconds to wait for the end at most.",
      },
    },
  },
  needs: "read",
  async call({ build_id, wait = 0 }, context) {
    if (typeof wait !== "number" || !(wait >= 0 && wait <= maximum))
      return refused(`Invalid input: wait must be a number of seconds from 0 to ${maximum}`);
    return dataOf(await waitFor(String(build_id ?? ""), wait, context));
  },
};

/** The state of a build when it has ended, or after `seconds`. */
async function waitFor(build_id: string, seconds: number, { call, signal, report }: ToolContext) {
  for (let left = Math.floor(seconds); ; left -= sliceSeconds) {
    const reply = await call(
      {
        operationId: "getBuild",
        params: { build_id },
        query: { suppress_elements: "true" },
        waitSeconds: Math.max(0, Math.min(left, sliceSeconds)),
      },
      signal,
    );
    if (reply.status !== 200 || left <= sliceSeconds || signal.aborted) return reply;
    const { status, progress } = bodyOf<Build>(reply);
    if (status !== "Pending" && status !== "Processing") return reply;
    report(progress ? `${progress.done} of ${progress.total ?? "?"} (${progress.unit})` : status);
  }
}
