import type { Call } from "./load-requests.ts";
import { mountPoint, polledBuild } from "./proxy-contenders.ts";

const question = { question: `What exceeded the harbour? ${"Think it over. ".repeat(680)}` };

/** The small requests of the comparisons. */
export const smallCalls: Record<string, Call> = {
  "small JSON GET": { method: "GET", path: `${mountPoint}/builds/${polledBuild}?suppress_elements=true` },
  "10 kB JSON POST": {
    method: "POST",
    path: `${mountPoint}/ask-sources`,
    headers: { "content-type": "application/json" },
    body: Buffer.from(JSON.stringify(question)),
  },
};

export const uploadName = "100 MB upload";
export const uploadBytes = 100 * 1024 * 1024;
