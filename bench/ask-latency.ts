/**
 * How long a question takes: over 1,000 and 10,000 sources, for 1 and 16 clients, with a word that every source
 * contains and with one that few contain. It is compared with `/prebuilt-rag` for the same question and as many clients.
 * All of them take turns in every round, so that other work on the machine affects all of them.
 */
import { Agent, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { createZipfText } from "./corpora/zipf-text.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { fillSources, type GeneratedSource } from "./support/fill-sources.ts";
import { processTime } from "./support/proxy-process-time.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const sizes = [1_000, 10_000];
const clientCounts = [1, 16];
const sectionsPerSource = 3;
const wordsPerSection = 120;
/** Number of requests that each client sends to each operation and size in one round. */
const rounds = 8;
const requestsPerRound = 5;
const warmUpRounds = 2;
const aimedRatio = 4;
const aimedGrowth = 1.5;

const markers = ["heron", "plover", "bittern", "avocet", "godwit", "curlew", "dunlin", "lapwing"];

/** Number of sources that contain each marker, in both sizes. So a rare word finds the same number in both. */
const sourcesPerMarker = 10;

/** Every source has "report" and "survey" in its text and "report" in its name. Some have a marker. */
function* generatedSources(count: number): Generator<GeneratedSource> {
  const text = createZipfText(7);
  const every = Math.floor(count / (markers.length * sourcesPerMarker));
  for (let number = 0; number < count; number += 1) {
    const marked =
      number % every === 0 ? ` The ${markers[(number / every) % markers.length]} was counted.` : "";
    yield {
      fileName: `report-${number}-${text(1)}.md`,
      sections: Array.from({ length: sectionsPerSource }, (_, section) => ({
        title: text(3),
        text: `The survey report says ${text(wordsPerSection)}.${section === 0 ? marked : ""}`,
      })),
    };
  }
}

const questions = {
  common: () => "What does the survey report say?",
  rare: (turn: number) => `Where was the ${markers[turn % markers.length]} counted?`,
};
type Kind = keyof typeof questions;

const operations = {
  ask: (question: string) => ({ path: "/ask-sources", body: { question } }),
  rag: (question: string) => ({ path: "/prebuilt-rag", body: { query: question } }),
};
type Operation = keyof typeof operations;

function createSend({ process, token }: BuiltService, clients: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  return async (operation: Operation, question: string): Promise<number> => {
    const { path, body } = operations[operation](question);
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": bytes.length,
    };
    const started = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(`${process.baseUrl}${path}`, { method: "POST", agent, headers }, (response) => {
        readText(response).then((answer) => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${path} answered ${response.statusCode}: ${answer}`));
        }, reject);
      });
      sent.on("error", reject).end(bytes);
    });
    return performance.now() - started;
  };
}

type Measured = { times: number[]; cpuMilliseconds: number };

/** Runs every operation over every size once in each round. The order is rotated by one in each round. */
async function measure(services: Map<number, BuiltService>, clients: number, kind: Kind) {
  const contenders = [...services].flatMap(([size, service]) => {
    const send = createSend(service, clients);
    return (["ask", "rag"] as const).map((operation) => ({
      key: `${operation} ${size}`,
      send: (question: string) => send(operation, question),
      pid: service.process.pid,
    }));
  });
  const measured = new Map<string, Measured>(
    contenders.map(({ key }) => [key, { times: [], cpuMilliseconds: 0 }]),
  );
  let turn = 0;
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (let step = 0; step < contenders.length; step += 1) {
      const contender = contenders[(round + warmUpRounds + step) % contenders.length];
      const into = measured.get(contender?.key ?? "");
      if (!contender || !into) continue;
      const before = processTime(contender.pid);
      const times: number[] = [];
      const client = async () => {
        for (let sent = 0; sent < requestsPerRound; sent += 1)
          times.push(await contender.send(questions[kind](turn++)));
      };
      await Promise.all(Array.from({ length: clients }, client));
      if (round < 0) continue;
      into.times.push(...times);
      into.cpuMilliseconds += (processTime(contender.pid) - before) / 1000;
    }
  }
  return measured;
}

async function fill(dataFolder: string, size: number): Promise<void> {
  await withServiceOn(dataFolder, {}, async ({ caller }) => {
    await caller.waitForBuild(await caller.ingest("first.txt", Buffer.from("The first source.")), 60_000);
  });
  await fillSources(dataFolder, generatedSources(size));
}

/** Runs one service for each size at the same time, so that they can take turns. */
async function withServices(
  [size, ...others]: number[],
  run: (services: Map<number, BuiltService>) => Promise<void>,
): Promise<void> {
  if (size === undefined) return run(new Map());
  await withDataFolder(async (dataFolder) => {
    await fill(dataFolder, size);
    await withServiceOn(dataFolder, {}, (service) =>
      withServices(others, (services) => run(new Map([[size, service], ...services]))),
    );
  });
}

const figures: Figure[] = [];
await withServices(sizes, async (services) => {
  for (const clients of clientCounts) {
    for (const kind of ["common", "rare"] as const) {
      const measured = await measure(services, clients, kind);
      const of = (operation: Operation, size: number) =>
        measured.get(`${operation} ${size}`) ?? { times: [], cpuMilliseconds: 0 };
      const perRequest = ({ times, cpuMilliseconds }: Measured) =>
        `CPU ${milliseconds(cpuMilliseconds / times.length)}`;
      const smallest = median(of("ask", sizes[0] ?? 0).times);
      for (const [at, size] of sizes.entries()) {
        const [ask, rag] = [of("ask", size), of("rag", size)];
        const [ours, theirs] = [median(ask.times), median(rag.times)];
        const growth = at === 0 ? "" : `, ${(ours / smallest).toFixed(2)} × of ${sizes[0]} sources`;
        figures.push({
          what: `POST /ask-sources, ${size} sources, ${clients} ${clients === 1 ? "client" : "clients"}, ${kind} words`,
          measured: `p50 ${milliseconds(ours)}, p95 ${milliseconds(percentile(ask.times, 0.95))}, ${perRequest(ask)}, ${(ours / theirs).toFixed(2)} ×${growth}`,
          against: `POST /prebuilt-rag p50 ${milliseconds(theirs)}, p95 ${milliseconds(percentile(rag.times, 0.95))}, ${perRequest(rag)}`,
          aim: `≤ ${aimedRatio} ×${at === 0 ? "" : `, ≤ ${aimedGrowth} ×`}`,
          met: ours <= aimedRatio * theirs && (at === 0 || ours <= aimedGrowth * smallest),
        });
      }
    }
  }
});
printReport(figures);
