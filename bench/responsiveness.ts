import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { type BuiltService, withService } from "./support/built-service.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { askBody, smallSources, wideSchema } from "./support/small-sources.ts";
import { percentile } from "./support/statistics.ts";

/**
 * How long the thread that answers HTTP is blocked. Measured inside: the event loop's delay in /metrics. Measured
 * outside: `GET /healthz` over a keep-alive connection every 10 ms. First the service is idle. Then 16 clients ask, one
 * extracts with a schema of 2,000 properties, one sends 9 MB of JSON, and a PDF of 600 pages is read.
 */
const askers = 16;
const seconds = Number(process.env.SECONDS ?? 30);
const everyMs = 10;

await withService({}, async (service) => {
  const agent = new Agent({ keepAlive: true });
  const fileIds = await smallSources(service, 200);
  for (let round = 0; round < 20; round += 1) await post(service, "/ask-sources", askBody(round));

  const idle = await watch(service, agent, 10);
  const busy = new AbortController();
  const load = [
    ...Array.from({ length: askers }, (_, asker) =>
      repeat(busy.signal, (round) => post(service, "/ask-sources", askBody(asker * 1_000 + round))),
    ),
    repeat(busy.signal, () =>
      post(service, "/run-extraction", {
        file_ids: fileIds.slice(0, 1),
        user_instruction: "Fill in what the document says.",
        output_schema: wideSchema(2_000),
      }),
    ),
    repeat(busy.signal, () =>
      post(service, "/ask-sources", {
        question: "What is this?",
        output_schema: wideSchema(2),
        padding: "x".repeat(9_000_000),
      }),
    ),
  ];
  const book = await service.caller.ingest("book.pdf", samplePdf({ pages: 600, seed: 7 }));
  const under = await watch(service, agent, seconds);
  busy.abort();
  const rounds = await Promise.all(load);
  const { status } = await service.caller.waitForBuild(book, 300_000);
  agent.destroy();

  const figures = (times: number[]) =>
    `p50 ${milliseconds(percentile(times, 0.5))}, p99 ${milliseconds(percentile(times, 0.99))}, max ${milliseconds(percentile(times, 1))}`;
  printReport([
    {
      what: "event-loop delay inside, p99",
      measured: milliseconds(under.insideP99),
      against: `idle: ${milliseconds(idle.insideP99)}`,
      aim: "≤ 20 ms",
      met: under.insideP99 <= 20,
    },
    {
      what: "`/healthz` from outside",
      measured: figures(under.outside),
      against: `idle: ${figures(idle.outside)}`,
      aim: "p99 ≤ 50 ms",
      met: percentile(under.outside, 0.99) <= 50,
    },
  ]);
  const [extractions, large] = rounds.slice(askers);
  const asked = rounds.slice(0, askers).reduce((sum, count) => sum + count, 0);
  console.log(
    `In ${seconds} s: ${asked} questions, ${extractions} extractions, ${large} bodies of 9 MB; the PDF ended ${status}.`,
  );
});

/** Repeats the work until aborted, and returns how often it ran. A 429 does not count and is tried again later. */
async function repeat(signal: AbortSignal, work: (round: number) => Promise<number>): Promise<number> {
  let done = 0;
  for (let round = 0; !signal.aborted; round += 1) {
    const status = await work(round);
    if (status === 200) done += 1;
    else await pause(200);
  }
  return done;
}

async function post({ process: service, token }: BuiltService, path: string, body: unknown): Promise<number> {
  const response = await fetch(service.baseUrl + path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Reads the delay's histogram, which resets it; waits; and reads it again. */
async function watch(service: BuiltService, agent: Agent, forSeconds: number) {
  await insideP99(service);
  const outside: number[] = [];
  const until = performance.now() + forSeconds * 1000;
  while (performance.now() < until) {
    const started = performance.now();
    const sent = request(`${new URL(service.process.baseUrl).origin}/healthz`, { agent });
    sent.end();
    const [response] = await once(sent, "response", { signal: AbortSignal.timeout(30_000) });
    await response.resume().toArray();
    outside.push(performance.now() - started);
    await pause(everyMs);
  }
  return { outside, insideP99: await insideP99(service) };
}

async function insideP99({ process: service }: BuiltService): Promise<number> {
  const text = await (await fetch(`${new URL(service.baseUrl).origin}/metrics`)).text();
  const value = /^\w*nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
  if (value === undefined) throw new Error("/metrics names no delay of the event loop");
  return Number(value) * 1000;
}
