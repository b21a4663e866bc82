import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { heading, paragraph } from "../packages/server/testing/documents/prose.ts";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { seededRandom } from "../packages/server/testing/documents/seeded-random.ts";
import { createServiceCaller, type ServiceCaller } from "../packages/server/testing/service-caller.ts";
import { builtEntry, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

/**
 * The time of one line of text from its upload until it is Completed: alone, behind 3,000 uploads of another project,
 * and behind a PDF of 600 pages of its own project. The service has the default number of workers for this machine.
 */
const floodDocuments = 3_000;
const floodClients = 8;
const lines = 15;
const pdfPages = 600;
const limitMs = 600_000;

let sent = 0;
async function oneLine(caller: ServiceCaller): Promise<number> {
  sent += 1;
  const started = performance.now();
  const buildId = await caller.ingest(`line-${sent}.txt`, Buffer.from(`Line ${sent} of the harbour log.`));
  const { status, error } = await caller.waitForBuild(buildId, limitMs);
  if (status !== "Completed") throw new Error(`The line ended ${status}: ${error}`);
  return performance.now() - started;
}

async function someLines(caller: ServiceCaller, goOn: () => Promise<boolean>): Promise<number[]> {
  const times: number[] = [];
  while (times.length < lines && (times.length === 0 || (await goOn()))) {
    times.push(await oneLine(caller));
    await pause(200);
  }
  return times;
}

const createProject = (dataFolder: string, name: string): string => {
  const said = execFileSync(process.execPath, [builtEntry(), "project", "create", name], {
    encoding: "utf8",
    env: { ...process.env, HEADWATER_DATA: dataFolder },
  });
  const token = /^Token\s+(\S+)/m.exec(said)?.[1];
  if (!token) throw new Error(`No token was made: ${said}`);
  return token;
};

async function flood(caller: ServiceCaller): Promise<string[]> {
  const random = seededRandom(7);
  const names = Array.from({ length: floodDocuments }, (_, index) => `flood-${index}.md`);
  const buildIds: string[] = [];
  const client = async () => {
    for (let name = names.pop(); name !== undefined; name = names.pop()) {
      const text = `# ${heading(random)}\n\n${paragraph(random, 8)}\n\n${paragraph(random, 8)}\n`;
      buildIds.push(await caller.ingest(name, Buffer.from(text)));
    }
  };
  await Promise.all(Array.from({ length: floodClients }, client));
  return buildIds;
}

await withDataFolder((dataFolder) =>
  withServiceOn(dataFolder, {}, async ({ process: service, caller }) => {
    const stranger = createServiceCaller(service, createProject(dataFolder, "flood"));
    const isOpen = async (of: ServiceCaller, buildId: string) =>
      ["Pending", "Processing"].includes((await of.build(buildId)).status);
    await oneLine(caller);
    const alone = await someLines(caller, async () => true);

    const book = await caller.ingest("book.pdf", samplePdf({ pages: pdfPages, seed: 1 }));
    const bookStarted = performance.now();
    const behindBook = await someLines(caller, () => isOpen(caller, book));
    await caller.waitForBuild(book, limitMs);
    const bookMs = performance.now() - bookStarted;

    const floodStarted = performance.now();
    const flooding = flood(stranger);
    await pause(2_000);
    const during = await someLines(caller, async () => true);
    const builds = await flooding;
    const uploadedMs = performance.now() - floodStarted;
    const last = builds.at(-1) ?? "";
    const behindFlood = await someLines(caller, () => isOpen(stranger, last));
    await stranger.waitForBuild(last, limitMs);
    const floodMs = performance.now() - floodStarted;

    const aimMs = Math.max(500, 3 * median(alone));
    const spread = (times: number[]) =>
      `median ${milliseconds(median(times))}, max ${milliseconds(percentile(times, 1))} (${times.length} lines)`;
    const against = `alone: ${spread(alone)}`;
    const row = (what: string, times: number[]) => ({
      what: `one line of text, ${what}`,
      measured: spread(times),
      against,
      aim: `median ≤ ${milliseconds(aimMs)}`,
      met: median(times) <= aimMs,
    });
    printReport([
      row(`while another project sends ${floodDocuments} documents`, during),
      row(`behind those of the ${floodDocuments} that wait`, behindFlood),
      row(`behind a PDF of ${pdfPages} pages of its own`, behindBook),
    ]);
    console.log(
      `The PDF took ${milliseconds(bookMs)}; the ${floodDocuments} documents were sent in ${milliseconds(uploadedMs)} and read in ${milliseconds(floodMs)}.`,
    );
  }),
);
