import { setTimeout as pause } from "node:timers/promises";
import { folderBytes } from "../packages/server/testing/folder-bytes.ts";
import { type BuiltService, withDataFolder, withServiceOn } from "./support/built-service.ts";
import { fillSmallSources } from "./support/fill-small-sources.ts";
import { costsSince, type ProcessCosts, processCosts } from "./support/process-costs.ts";
import { type Figure, megabytes, milliseconds, printReport } from "./support/report.ts";
import { smallText } from "./support/small-sources.ts";
import { median } from "./support/statistics.ts";

/**
 * What grows with the number of sources: start, stop, the list by tag, and what one more source of 1 kB costs. The command
 * line gives the numbers of sources. The first is the reference of the others.
 */
const sizes = process.argv.slice(2).map(Number);
if (sizes.length === 0) sizes.push(100, 1_000, 10_000, 20_000);
const inQueue = 200;
const alone = 40;
const rounds = 15;
const buildLimitMs = 600_000;
/** Of five sources one has the tag, as many as 4,000 of 20,000. */
const tagsOf = (number: number) => (number % 5 === 0 ? ["tagged"] : []);

type Point = {
  readyMs: number;
  stopMs: number;
  pageMs: number;
  taggedPageMs: number;
  alone: ProcessCosts;
  queue: ProcessCosts;
};

async function settled({ caller, process: service }: BuiltService): Promise<void> {
  let before = processCosts(service.pid).cpuMs;
  for (let look = 0; look < 600; look += 1) {
    await pause(2_000);
    const { index } = (await (await caller.ready()).json()) as { index?: { state: string } };
    const now = processCosts(service.pid).cpuMs;
    if (now - before < 100 && (index === undefined || index.state === "ready")) return;
    before = now;
  }
  throw new Error("The service did not come to rest within twenty minutes");
}

/** Medians of pages of 100 sources, with and without the tag in turn, in CPU time of the service. */
async function pages({ process: service, token }: BuiltService): Promise<[number, number]> {
  const cpuOf = async (query: string) => {
    const before = processCosts(service.pid);
    for (let each = 0; each < 5; each += 1) {
      const answer = await fetch(`${service.baseUrl}/?page=1&page_size=100${query}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (answer.status !== 200) throw new Error(`The list answered ${answer.status}`);
      await answer.arrayBuffer();
    }
    return costsSince(before, processCosts(service.pid)).cpuMs / 5;
  };
  const [plain, tagged]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    plain.push(await cpuOf(""));
    tagged.push(await cpuOf("&tags=tagged"));
  }
  return [median(plain), median(tagged)];
}

let sent = 0;
const upload = ({ caller }: BuiltService) => {
  const number = 1_000_000 + sent++;
  return caller.ingest(`more-${number}.txt`, Buffer.from(smallText(number)));
};

async function perSource(service: BuiltService, count: number, work: () => Promise<void>) {
  const before = processCosts(service.process.pid);
  await work();
  await pause(2_000);
  const { cpuMs, writtenBytes } = costsSince(before, processCosts(service.process.pid));
  return { cpuMs: cpuMs / count, writtenBytes: writtenBytes / count };
}

const eachAlone = (service: BuiltService) =>
  perSource(service, alone, async () => {
    for (let each = 0; each < alone; each += 1)
      await service.caller.waitForBuild(await upload(service), buildLimitMs);
  });

const manyAtOnce = (service: BuiltService) =>
  perSource(service, inQueue, async () => {
    const builds: string[] = [];
    const client = async () => {
      while (builds.length < inQueue) builds.push(await upload(service));
    };
    await Promise.all(Array.from({ length: 4 }, client));
    for (const build of builds) await service.caller.waitForBuild(build, buildLimitMs);
  });

const point = (size: number): Promise<Point> =>
  withDataFolder(async (dataFolder) => {
    await withServiceOn(dataFolder, {}, async () => {});
    await fillSmallSources(dataFolder, Array(size).keys(), tagsOf);
    // This start makes what is derived from the rows.
    await withServiceOn(dataFolder, {}, settled);
    let stopped = 0;
    const measured = await withServiceOn(dataFolder, {}, async (service) => {
      await settled(service);
      const [pageMs, taggedPageMs] = await pages(service);
      await manyAtOnce(service);
      const figures = { alone: await eachAlone(service), queue: await manyAtOnce(service) };
      await settled(service);
      stopped = performance.now();
      return { ...figures, pageMs, taggedPageMs, readyMs: service.process.readyMs };
    });
    return { ...measured, stopMs: performance.now() - stopped };
  });

/** Bytes of the database and what is beside it, before and ten minutes after hundreds of sources came and went. */
async function shrunk(): Promise<{ fresh: number; full: number; after: number; minutes: number }> {
  return withDataFolder(async (dataFolder) => {
    await withServiceOn(dataFolder, {}, async () => {});
    await fillSmallSources(dataFolder, Array(1_000).keys());
    return withServiceOn(dataFolder, {}, async (service) => {
      await settled(service);
      const full = await folderBytes(dataFolder);
      for (const { file_id } of await service.caller.sources()) await service.caller.remove(file_id);
      const fresh = await withDataFolder((empty) => withServiceOn(empty, {}, () => folderBytes(empty)));
      const started = performance.now();
      const minutes = () => (performance.now() - started) / 60_000;
      let after = await folderBytes(dataFolder);
      while (after > 1.1 * fresh && minutes() < 10) {
        await pause(5_000);
        after = await folderBytes(dataFolder);
      }
      return { fresh, full, after, minutes: minutes() };
    });
  });
}

const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(0)} kB`;

const points: { size: number; point: Point }[] = [];
for (const size of sizes) points.push({ size, point: await point(size) });
const first = points[0]?.point as Point;
const figures = points.flatMap(({ size, point }): Figure[] => {
  const what = (text: string) => `${size.toLocaleString("en")} sources: ${text}`;
  const cpuRatio = point.queue.cpuMs / first.queue.cpuMs;
  return [
    {
      what: what("CPU time of one more of 1 kB, in a queue"),
      measured: milliseconds(point.queue.cpuMs),
      against: `${cpuRatio.toFixed(2)} × that at ${sizes[0]}`,
      aim: "≤ 8 ms, ≤ 1.2 ×",
      met: point.queue.cpuMs <= 8 && cpuRatio <= 1.2,
    },
    {
      what: what("bytes written for it, alone / in a queue"),
      measured: `${kilobytes(point.alone.writtenBytes)} / ${kilobytes(point.queue.writtenBytes)}`,
      aim: "≤ 60 / 15 kB",
      met: point.alone.writtenBytes <= 60_000 && point.queue.writtenBytes <= 15_000,
    },
    {
      what: what("CPU time of a page of the list by tag, a fifth tagged"),
      measured: milliseconds(point.taggedPageMs),
      against: `without tag: ${milliseconds(point.pageMs)}`,
      aim: "≤ 1.5 ×",
      met: point.taggedPageMs <= 1.5 * point.pageMs,
    },
    {
      what: what("ready / stopped with nothing running"),
      measured: `${milliseconds(point.readyMs)} / ${milliseconds(point.stopMs)}`,
      aim: "≤ 3 / 2 s",
      met: point.readyMs <= 3_000 && point.stopMs <= 2_000,
    },
  ];
});
const { fresh, full, after, minutes } = await shrunk();
figures.push({
  what: "data folder after 1,000 sources were deleted",
  measured: `${megabytes(after)} after ${minutes.toFixed(1)} minutes (${megabytes(full)} before)`,
  against: `fresh: ${megabytes(fresh)}`,
  aim: "≤ 1.1 × within 10 minutes",
  met: after <= 1.1 * fresh,
});
printReport(figures);
