import { setTimeout as pause } from "node:timers/promises";
import { type BuiltService, withService } from "./support/built-service.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { askBody, smallSources } from "./support/small-sources.ts";
import { percentile } from "./support/statistics.ts";

/**
 * Many clients ask over many sources for a minute, each with a time-out of 30 s. A refused client asks again after
 * `Retry-After`. CLIENTS, SOURCES and SECONDS change the size.
 */
const clients = Number(process.env.CLIENTS ?? 200);
const sources = Number(process.env.SOURCES ?? 10_000);
const seconds = Number(process.env.SECONDS ?? 60);
const timeoutMs = 30_000;

type Outcomes = {
  served: number[];
  timeouts: number;
  failures: number;
  refused: number;
  servedOnReturn: number;
  refusedAgain: number;
};

await withService({}, async (service) => {
  await smallSources(service, sources);
  const outcomes: Outcomes = {
    served: [],
    timeouts: 0,
    failures: 0,
    refused: 0,
    servedOnReturn: 0,
    refusedAgain: 0,
  };
  const leave = new AbortController();
  const until = performance.now() + seconds * 1000;
  const crowd = Array.from({ length: clients }, (_, client) =>
    ask(service, client, until, leave.signal, outcomes),
  );
  await pause(seconds * 1000);
  leave.abort();
  await Promise.all(crowd);
  await pause(20_000);
  const before = await cpuSeconds(service);
  await pause(2_000);
  const share = ((await cpuSeconds(service)) - before) / 2;

  const returns = outcomes.servedOnReturn + outcomes.refusedAgain;
  const servedShare = returns === 0 ? 1 : outcomes.servedOnReturn / returns;
  printReport([
    {
      what: `${clients} clients ask over ${sources} sources for ${seconds} s`,
      measured: `${outcomes.served.length} served, p50 ${milliseconds(percentile(outcomes.served, 0.5))}, p99 ${milliseconds(percentile(outcomes.served, 0.99))}; ${outcomes.timeouts} time-outs, ${outcomes.failures} answers of 500 and above`,
      aim: "no time-out, no 5xx",
      met: outcomes.timeouts + outcomes.failures === 0,
    },
    {
      what: "refused with 429 that are served on their first return",
      measured: returns === 0 ? "none was refused" : `${(servedShare * 100).toFixed(1)} % of ${returns}`,
      aim: "≥ 95 %",
      met: servedShare >= 0.95,
    },
    {
      what: "work of the service 20 s after they left",
      measured: `${(share * 100).toFixed(1)} % of a core`,
      aim: "nothing runs for them",
      met: share < 0.05,
    },
  ]);
});

async function ask(
  { process: service, token }: BuiltService,
  client: number,
  until: number,
  left: AbortSignal,
  outcomes: Outcomes,
) {
  let returning = false;
  for (let round = 0; performance.now() < until; round += 1) {
    const started = performance.now();
    try {
      const response = await fetch(`${service.baseUrl}/ask-sources`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(askBody(client * 1_000 + round)),
        signal: AbortSignal.any([left, AbortSignal.timeout(timeoutMs)]),
      });
      await response.arrayBuffer();
      if (response.status === 429) {
        if (returning) outcomes.refusedAgain += 1;
        outcomes.refused += 1;
        returning = true;
        await pause(Number(response.headers.get("retry-after") ?? 1) * 1000, undefined, { signal: left });
        continue;
      }
      if (response.status >= 500) outcomes.failures += 1;
      else outcomes.served.push(performance.now() - started);
      if (returning && response.ok) outcomes.servedOnReturn += 1;
      returning = false;
    } catch (error) {
      if (left.aborted) return;
      if ((error as Error).name !== "TimeoutError") throw error;
      outcomes.timeouts += 1;
    }
  }
}

async function cpuSeconds({ process: service }: BuiltService): Promise<number> {
  const text = await (await fetch(`${new URL(service.baseUrl).origin}/metrics`)).text();
  return Number(/^\w*process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}
