import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type SampleExtension,
  sampleDocument,
} from "../packages/server/testing/documents/sample-document.ts";
import type { ServiceCaller } from "../packages/server/testing/service-caller.ts";
import { withDataFolder, withServiceOn } from "./support/built-service.ts";
import { megabytes, printReport } from "./support/report.ts";
import { residentMemory } from "./support/resident-memory.ts";

/**
 * Memory (RSS) a minute after 1,500 mixed documents, compared with a new process over the same data. Real documents are
 * among them when `HEADWATER_CORPORA` names a folder that contains `documents/`.
 */
const documents = 1_500;
const clients = 4;
const restMs = 60_000;
const buildLimitMs = 900_000;

const mix: { extension: SampleExtension; size: number }[] = [
  { extension: "pdf", size: 4 },
  { extension: "docx", size: 6 },
  { extension: "md", size: 8 },
  { extension: "pdf", size: 25 },
  { extension: "html", size: 8 },
  { extension: "csv", size: 40 },
  { extension: "txt", size: 8 },
];

type Document = { name: string; bytes: Uint8Array };

function generated(index: number): Document {
  const { extension, size } = mix[index % mix.length] ?? { extension: "txt", size: 1 };
  return {
    name: `document-${index}.${extension}`,
    bytes: sampleDocument(extension, { seed: index, keyword: `beacon${index}`, size }),
  };
}

function realDocuments(): (() => Document)[] {
  const corpora = process.env.HEADWATER_CORPORA;
  if (corpora === undefined) return [];
  const folder = join(corpora, "documents");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(pdf|docx|txt|md|html?|csv|tsv)$/i.test(entry.name))
    .map((entry) => () => ({ name: entry.name, bytes: readFileSync(join(entry.parentPath, entry.name)) }));
}

async function ingestAll(caller: ServiceCaller): Promise<number> {
  const real = realDocuments();
  let next = 0;
  let failed = 0;
  const client = async () => {
    while (next < documents) {
      const index = next;
      next += 1;
      const { name, bytes } = real[index]?.() ?? generated(index);
      const { status } = await caller.waitForBuild(await caller.ingest(name, bytes), buildLimitMs);
      if (status !== "Completed") failed += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return failed;
}

await withDataFolder(async (dataFolder) => {
  let failed = 0;
  const busy = { last: 0, rested: 0 };
  await withServiceOn(dataFolder, {}, async ({ process: service, caller }) => {
    failed = await ingestAll(caller);
    await caller.ask("What exceeded the harbour?");
    busy.last = residentMemory(service.pid);
    await pause(restMs);
    busy.rested = residentMemory(service.pid);
  });
  const fresh = await withServiceOn(dataFolder, {}, async ({ process: service, caller }) => {
    await caller.ask("What exceeded the harbour?");
    await pause(restMs);
    return residentMemory(service.pid);
  });
  printReport([
    {
      what: `memory a minute after ${documents} documents`,
      measured: megabytes(busy.rested),
      against: `fresh process, same data: ${megabytes(fresh)}`,
      aim: "≤ 1.3×",
      met: busy.rested <= 1.3 * fresh,
    },
  ]);
  console.log(`${megabytes(busy.last)} as the last one ended; ${failed} real documents could not be read.`);
});
