/**
 * How long a question takes, over 1,000 and over 10,000 sources, for 1 and for 16 clients, with a word that every
 * source holds and with one that few hold. Beside it `/prebuilt-rag` with the same question and as many clients: the two
 * take turns round by round, so that whatever else the machine does falls on both.
 */
import { Agent, request } from "node:http";
import { text as readText } from "node:stream/consumers";
import { createZipfText } from "./corpora/zipf-text.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { fillSources, type GeneratedSource } from "./support/fill-sources.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

const sizes = [1_000, 10_000];
const clientCounts = [1, 16];
const sectionsPerSource = 3;
const wordsPerSection = 120;
/** Each round sends this many requests a client to one operation, then to the other. */
const rounds = 6;
const requestsPerRound = 5;
const warmUpRounds = 2;
const aimedRatio = 4;
const aimedGrowth = 1.5;

const markers = ["heron", "plover", "bittern", "avocet", "godwit", "curlew", "dunlin", "lapwing"];

/** Every source has "report" and "survey" in its text and its name, and one in a hundred has a marker. */
function* generatedSources(count: number): Generator<GeneratedSource> {
  const text = createZipfText(7);
  for (let number = 0; number < count; number += 1) {
    const marker = number % 100 === 0 ? ` The ${markers[(number / 100) % markers.length]} was counted.` : "";
    yield {
      fileName: `report-${number}-${text(1)}.md`,
      sections: Array.from({ length: sectionsPerSource }, (_, section) => ({
        title: text(3),
        text: `The survey report says ${text(wordsPerSection)}.${section === 0 ? marker : ""}`,
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

async function measure(service: BuiltService, clients: number, kind: Kind) {
  const send = createSend(service, clients);
  const times: Record<Operation, number[]> = { ask: [], rag: [] };
  let turn = 0;
  for (let round = -warmUpRounds; round < rounds; round += 1) {
    for (const operation of ["ask", "rag"] as const) {
      const client = async () => {
        for (let sent = 0; sent < requestsPerRound; sent += 1) {
          const took = await send(operation, questions[kind](turn++));
          if (round >= 0) times[operation].push(took);
        }
      };
      await Promise.all(Array.from({ length: clients }, client));
    }
  }
  return times;
}

const figures: Figure[] = [];
const smallest = new Map<string, number>();
for (const size of sizes) {
  await withDataFolder(async (dataFolder) => {
    await withServiceOn(dataFolder, {}, async ({ caller }) => {
      await caller.settled(await caller.ingest("first.txt", Buffer.from("The first source.")), 60_000);
    });
    await fillSources(dataFolder, generatedSources(size));
    await withServiceOn(dataFolder, {}, async (service) => {
      for (const clients of clientCounts) {
        for (const kind of ["common", "rare"] as const) {
          const { ask, rag } = await measure(service, clients, kind);
          const [ours, theirs] = [median(ask), median(rag)];
          const key = `${clients} ${kind}`;
          const before = smallest.get(key);
          if (before === undefined) smallest.set(key, ours);
          const growth =
            before === undefined ? "" : `, ${(ours / before).toFixed(2)} × of ${sizes[0]} sources`;
          figures.push({
            what: `POST /ask-sources, ${size} sources, ${clients} ${clients === 1 ? "client" : "clients"}, ${kind} words`,
            measured: `p50 ${milliseconds(ours)}, p95 ${milliseconds(percentile(ask, 0.95))}, ${(ours / theirs).toFixed(2)} ×${growth}`,
            against: `POST /prebuilt-rag p50 ${milliseconds(theirs)}, p95 ${milliseconds(percentile(rag, 0.95))}`,
            aim: `≤ ${aimedRatio} ×${before === undefined ? "" : `, ≤ ${aimedGrowth} ×`}`,
            met: ours <= aimedRatio * theirs && (before === undefined || ours <= aimedGrowth * before),
          });
        }
      }
    });
  });
}
printReport(figures);
