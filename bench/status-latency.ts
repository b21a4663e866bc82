import { once } from "node:events";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { samplePdf } from "../packages/server/testing/documents/sample-pdf.ts";
import { withService } from "./support/built-service.ts";
import { milliseconds, printReport } from "./support/report.ts";
import { percentile } from "./support/statistics.ts";

/**
 * `GET /builds/{build_id}?suppress_elements=true` by eight clients, each for one build, over keep-alive connections.
 * Each asks again 25 ms after its last answer: first while the eight builds run, then after all have ended. The clients
 * have their own process, because they must not share one with the service's threads.
 */
const documents = 8;
const pages = 150;
const pauseMs = 25;
const idleRequestsEach = 300;
const maxMs = 300_000;

await withService({}, async ({ process: service, token, caller }) => {
  const agent = new Agent({ keepAlive: true, maxSockets: documents });

  const ask = async (buildId: string): Promise<{ status: string; took: number }> => {
    const started = performance.now();
    const sent = request(`${service.baseUrl}/builds/${buildId}?suppress_elements=true`, {
      agent,
      headers: { authorization: `Bearer ${token}` },
    });
    sent.end();
    const [response] = await once(sent, "response", { signal: AbortSignal.timeout(30_000) });
    let text = "";
    for await (const part of response.setEncoding("utf8")) text += part;
    return { status: (JSON.parse(text) as { status: string }).status, took: performance.now() - started };
  };

  const files = Array.from({ length: documents }, (_, index) => samplePdf({ pages, seed: index + 1 }));
  // Open the connections and warm up the code before measuring.
  const first = await caller.ingest("warm.pdf", samplePdf({ pages: 2, seed: 99 }));
  await caller.waitForBuild(first, 60_000);
  for (let round = 0; round < 50; round += 1) await ask(first);

  const started = performance.now();
  const buildIds = await Promise.all(
    files.map((bytes, index) => caller.ingest(`report-${index + 1}.pdf`, bytes)),
  );
  const watch = async (
    buildId: string,
    keepOn: (status: string, count: number) => boolean,
  ): Promise<number[]> => {
    const times: number[] = [];
    for (;;) {
      const { status, took } = await ask(buildId);
      times.push(took);
      if (!keepOn(status, times.length)) return times;
      if (performance.now() - started > maxMs) throw new Error(`Build ${buildId} is still ${status}`);
      await pause(pauseMs);
    }
  };
  const isOpen = (status: string) => status === "Pending" || status === "Processing";
  const busy = (await Promise.all(buildIds.map((buildId) => watch(buildId, isOpen)))).flat();
  const seconds = (performance.now() - started) / 1000;
  for (const buildId of buildIds) {
    const { status, error } = await caller.build(buildId);
    if (status !== "Completed") throw new Error(`A build ended ${status}: ${error}`);
  }
  const idle = (
    await Promise.all(buildIds.map((buildId) => watch(buildId, (_, count) => count < idleRequestsEach)))
  ).flat();
  agent.destroy();

  const spread = (times: number[]) =>
    `p50 ${milliseconds(percentile(times, 0.5))}, p95 ${milliseconds(percentile(times, 0.95))}, max ${milliseconds(percentile(times, 1))}`;
  printReport([
    {
      what: `GET /builds/{id} while ${documents} PDFs of ${pages} pages are processed`,
      measured: spread(busy),
      against: `idle: ${spread(idle)}`,
      aim: "p95 ≤ 25 ms",
      met: percentile(busy, 0.95) <= 25,
    },
  ]);
  console.log(
    `${busy.length} requests in ${seconds.toFixed(1)} s busy, ${idle.length} idle; default workers.`,
  );
});
