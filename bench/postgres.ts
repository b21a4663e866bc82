import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { startPostgres } from "../packages/server/testing/postgres-server.ts";
import { type BuiltService, withService } from "./support/built-service.ts";
import { processCosts } from "./support/process-costs.ts";
import { type Figure, milliseconds, printReport } from "./support/report.ts";
import { askBody, smallSources } from "./support/small-sources.ts";
import { median } from "./support/statistics.ts";

/**
 * What it costs to have the database in PostgreSQL: small sources are ingested and asked about, once with the database in
 * the data folder and once there. Without an encoder, whose time would hide the rest. The server of this run does not
 * wait for its disk, so that its processor time is compared and not the disk.
 */
const sources = Number(process.argv[2] ?? 400);
const questions = Number(process.argv[3] ?? 200);

type Costs = { ingestMs: number; askMs: number; askP50: number };

const measure = async (service: BuiltService, cpuMs: () => number): Promise<Costs> => {
  await smallSources(service, 20);
  const ask = async (number: number) => {
    const started = performance.now();
    const answer = await fetch(`${service.process.baseUrl}/ask-sources`, {
      method: "POST",
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      body: JSON.stringify(askBody(number)),
    });
    if (answer.status !== 200) throw new Error(`A question was answered with ${answer.status}`);
    await answer.arrayBuffer();
    return performance.now() - started;
  };
  const spent = async (work: () => Promise<unknown>) => {
    const before = cpuMs();
    await work();
    return cpuMs() - before;
  };
  const ingestMs = (await spent(() => smallSources(service, sources))) / sources;
  for (let number = 0; number < 30; number += 1) await ask(number);
  const times: number[] = [];
  const askMs = await spent(async () => {
    for (let number = 0; number < questions; number += 1) times.push(await ask(number));
  });
  return { ingestMs, askMs: askMs / questions, askP50: median(times) };
};

/** Processor time of a server and all that it has started, those that ended too. */
const serverCpuMs = (folder: string): number => {
  const parent = readFileSync(join(folder, "data", "postmaster.pid"), "utf8").split("\n")[0];
  const fieldsOf = (pid: string): string[] => {
    try {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    } catch {
      return []; // It has ended meanwhile.
    }
  };
  const ticks = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, fields: fieldsOf(pid) }))
    .filter(({ pid, fields }) => pid === parent || fields[1] === parent)
    .flatMap(({ pid, fields }) => fields.slice(11, pid === parent ? 15 : 13).map(Number))
    .reduce((sum, each) => sum + each, 0);
  return ticks * 10;
};

const environment = { HEADWATER_EMBEDDING_MODEL: "none" };
const embedded = await withService(environment, (service) =>
  measure(service, () => processCosts(service.process.pid).cpuMs),
);
const server = await startPostgres();
try {
  const url = await server.createDatabase();
  const folder = decodeURIComponent(/host=(.*)$/.exec(url)?.[1] ?? "");
  const shares = { service: 0, server: 0 };
  const postgres = await withService({ ...environment, HEADWATER_DATABASE: url }, async (service) => {
    const costs = await measure(service, () => processCosts(service.process.pid).cpuMs + serverCpuMs(folder));
    shares.service = processCosts(service.process.pid).cpuMs;
    shares.server = serverCpuMs(folder);
    return costs;
  });
  const row = (what: string, of: (costs: Costs) => number, aim: number): Figure => {
    const ratio = of(postgres) / of(embedded);
    return {
      what,
      measured: `${ratio.toFixed(2)} × (${milliseconds(of(postgres))})`,
      against: `embedded ${milliseconds(of(embedded))}`,
      aim: `≤ ${aim} ×`,
      met: ratio <= aim,
    };
  };
  printReport([
    row(`processor time of a source, of ${sources}`, ({ ingestMs }) => ingestMs, 1.3),
    row(`processor time of a question, of ${questions}`, ({ askMs }) => askMs, 1.3),
    row("a question, p50", ({ askP50 }) => askP50, 1.3),
    {
      what: "the server's share of the processor time of the whole run",
      measured: `${((100 * shares.server) / (shares.server + shares.service)).toFixed(0)} %`,
    },
  ]);
} finally {
  await server.stop();
}
