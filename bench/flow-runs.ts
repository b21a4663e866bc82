/**
 * How long a run of a deployed flow takes, against `/prebuilt-rag` with the same query over the same 50,000 chunks: a dataset
 * of every source, smart-rag, response. Both take turns in every round. Usage:
 *
 *     node bench/flow-runs.ts [sources] [files of the dataset]
 */
import { createZipfText } from "./corpora/zipf-text.ts";
import { withDataFolder, withServiceOn } from "./support/built-service.ts";
import { fillSources, type GeneratedSource } from "./support/fill-sources.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const [sources = 5_000, datasetFiles = sources] = process.argv.slice(2).map(Number);
const sectionsPerSource = 10;
const wordsPerSection = 120;
const rounds = 60;
const warmUps = 5;
const aim = 1.3;

const nameOf = (number: number): string => `report-${number}.md`;

function* generatedSources(): Generator<GeneratedSource> {
  const text = createZipfText(11);
  for (let number = 0; number < sources; number += 1)
    yield {
      fileName: nameOf(number),
      sections: Array.from({ length: sectionsPerSource }, () => ({
        title: text(3),
        text: text(wordsPerSection),
      })),
    };
}

const node = (id: string, config: object) => ({
  id,
  type: id,
  position: { x: 0, y: 0 },
  style: { height: 80, width: 200 },
  data: { name: id, config },
});
const graph = {
  nodes: [
    node("dataset", { files: Array.from({ length: datasetFiles }, (_, number) => nameOf(number)) }),
    node("smart-rag", { topK: 10 }),
    node("response", {}),
  ],
  edges: [
    { source: "dataset", target: "smart-rag" },
    { source: "smart-rag", target: "response" },
  ],
};

await withDataFolder(async (dataFolder) => {
  await withServiceOn(dataFolder, {}, async ({ caller }) => {
    await caller.waitForBuild(await caller.ingest("first.txt", Buffer.from("The first source.")), 60_000);
  });
  await fillSources(dataFolder, generatedSources());
  await withServiceOn(dataFolder, {}, async ({ process: { baseUrl }, token }) => {
    const origin = baseUrl.replace(/\/sources$/, "");
    const post = async (path: string, body: object): Promise<number> => {
      const started = performance.now();
      const reply = await fetch(origin + path, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const answer = await reply.text();
      if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${answer}`);
      return performance.now() - started;
    };
    await post("/flows/create", { name: "bench", graph });
    await post("/flows/bench/deploy", {});
    const words = createZipfText(23);
    const times = { run: [] as number[], rag: [] as number[] };
    for (let round = -warmUps; round < rounds; round += 1) {
      const query = words(5);
      const run = async () => times.run.push(await post("/flows/bench", { query }));
      const rag = async () => times.rag.push(await post("/prebuilt-rag", { query, top_k: 10 }));
      for (const each of round % 2 === 0 ? [run, rag] : [rag, run]) await each();
      if (round < 0) for (const list of Object.values(times)) list.length = 0;
    }
    const [ours, theirs] = [median(times.run), median(times.rag)];
    printReport([
      {
        what: `run of a deployed flow, ${sources * sectionsPerSource} chunks of ${sources} sources, ${datasetFiles} in its dataset`,
        measured: `p50 ${milliseconds(ours)}, p95 ${milliseconds(percentile(times.run, 0.95))}, ${(ours / theirs).toFixed(2)} ×`,
        against: `/prebuilt-rag p50 ${milliseconds(theirs)}, p95 ${milliseconds(percentile(times.rag, 0.95))}`,
        aim: `≤ ${aim} ×`,
        met: ours <= aim * theirs,
      },
    ]);
  });
});
