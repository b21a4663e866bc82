import { createServiceCaller } from "../service-caller.ts";
import type { Fleet } from "./open-fleet.ts";

const flow = "tides";

/** What the flow answers from. No client changes or deletes it. */
export const flowSource = {
  fileName: "tides.txt",
  text: "The tide table of the harbour was printed in 1871.",
};

/** Where clients run the flow, what they send, and what its result has. */
export const flowRun = {
  path: `/flows/${flow}/simulate`,
  query: "When was the tide table printed?",
  fact: flowSource.text,
};

const buildMs = 200_000;

export async function makeFlow({ apis: [api = ""], token }: Pick<Fleet, "apis" | "token">): Promise<void> {
  const caller = createServiceCaller({ baseUrl: `${api}/sources` }, token);
  const { fileName, text } = flowSource;
  const build = await caller.waitForBuild(await caller.ingest(fileName, Buffer.from(text)), buildMs);
  if (build.status !== "Completed") throw new Error(`${fileName} was not read: ${build.error}`);
  const node = (type: string, config: object) => ({ id: type, type, data: { name: type, config } });
  const nodes = [
    node("dataset", { files: [fileName] }),
    node("chunking", { chunkingSplitter: "character", chunkSize: 120, chunkOverlap: 0 }),
    node("retrieval", { topK: 2, searchType: "hybrid" }),
    node("response", {}),
  ];
  const edges = nodes.slice(1).map(({ id }, at) => ({ source: nodes[at]?.id, target: id }));
  const response = await fetch(`${api}/flows/create`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: flow, graph: { nodes, edges } }),
  });
  if (!response.ok) throw new Error(`The flow was not created: ${await response.text()}`);
}
