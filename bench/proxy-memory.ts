import { setTimeout as pause } from "node:timers/promises";
import { repeatCall } from "./support/load-requests.ts";
import { barePipe, contenders, mountPoint, ours, polledBuild } from "./support/proxy-contenders.ts";
import { startProxyProcess } from "./support/proxy-process.ts";
import { uploadLarge } from "./support/proxy-upload.ts";
import { megabytes, printReport } from "./support/report.ts";
import { peakDuring, residentMemory } from "./support/resident-memory.ts";
import { median } from "./support/statistics.ts";

/**
 * Memory (RSS) of a proxy's process during uploads of 100 MB. The first upload costs every proxy about 64 MB: the
 * buffers of Node's HTTP parser, which V8 collects later. So the question is whether more uploads need more memory.
 */
const runs = 5;
const uploads = 8;
const settleMs = 1_000;
const aimBytes = 32 * 1024 ** 2;

type Growth = {
  /** Growth during the first upload, compared with the memory after many small requests. */
  first: number;
  /** The highest peak of seven more uploads, one after another, minus that of the first. */
  inTurn: number;
  /** The peak of eight uploads at once, minus that of the first. */
  atOnce: number;
};

async function growthOf(name: string, upstreamOrigin: string): Promise<Growth> {
  const proxy = await startProxyProcess(name, upstreamOrigin);
  try {
    const origin = `http://127.0.0.1:${proxy.port}`;
    const call = { method: "GET", path: `${mountPoint}/builds/${polledBuild}` } as const;
    await repeatCall(origin, call, { count: 5_000, atOnce: 16 });
    const upload = async () => {
      await uploadLarge(origin + mountPoint);
    };
    const peakOf = async (work: () => Promise<unknown>) => {
      await pause(settleMs);
      return (await peakDuring(proxy.pid, work())).peak;
    };
    await pause(settleMs);
    const idle = residentMemory(proxy.pid);
    const first = await peakOf(upload);
    const later: number[] = [];
    while (later.length < uploads - 1) later.push(await peakOf(upload));
    const atOnce = await peakOf(() => Promise.all(Array.from({ length: uploads }, upload)));
    return { first: first - idle, inTurn: Math.max(...later) - first, atOnce: atOnce - first };
  } finally {
    await proxy.stop();
  }
}

const upstream = await startProxyProcess("upstream");
const results = new Map<string, Growth[]>(Object.keys(contenders).map((name) => [name, []]));
try {
  for (let run = 0; run < runs; run += 1)
    for (const [name, growths] of results)
      growths.push(await growthOf(name, `http://127.0.0.1:${upstream.port}`));
} finally {
  await upstream.stop();
}

const growth = (name: string, kind: keyof Growth) =>
  median((results.get(name) ?? []).map((run) => run[kind]));
const signed = (bytes: number) => (bytes < 0 ? "none" : `+ ${megabytes(bytes)}`);
console.log(
  "\n| peak memory | first upload, over idle | seven more in turn, over the first | eight at once, over the first |",
);
console.log("|---|---|---|---|");
for (const name of results.keys()) {
  const kinds = (["first", "inTurn", "atOnce"] as const).map((kind) => signed(growth(name, kind)));
  console.log(`| ${name} | ${kinds.join(" | ")} |`);
}
console.log(`\nMedians of ${runs} runs, each in a process of its own.\n`);

const line = (what: string, kind: keyof Growth) => ({
  what,
  measured: signed(growth(ours, kind)),
  against: `${barePipe}: ${signed(growth(barePipe, kind))}`,
});
printReport([
  line("growth of the first upload of 100 MB, over idle", "first"),
  line("of seven more, one after another", "inTurn"),
  {
    ...line(`of ${uploads} at once`, "atOnce"),
    aim: `+ ≤ ${megabytes(aimBytes)}`,
    met: growth(ours, "atOnce") <= aimBytes,
  },
]);
