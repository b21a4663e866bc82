import { Agent, type ClientRequest, request as sendRequest } from "node:http";
import { callers, mountPoint, polledBuild } from "./support/proxy-contenders.ts";
import { startProxyProcess } from "./support/proxy-process.ts";
import { machine, printReport } from "./support/report.ts";
import { median, percentile } from "./support/statistics.ts";

/**
 * How long a small GET of one caller takes while another has 600 streams open, against the same proxy at rest. Both are
 * measured in turns. The streams are those of a named caller, of whom the default limits let 64 pass, and of an
 * application that names no caller, where all pass.
 */
const streams = 600;
const rounds = 10;
const requests = 200;
const maxRatio = 3;

const upstream = await startProxyProcess("upstream");
const proxy = await startProxyProcess(callers, `http://127.0.0.1:${upstream.port}`);
const origin = { hostname: "127.0.0.1", port: proxy.port };

/** Opens streams, some at a time. Returns how many the proxy answered 200, and what closes them. */
async function openStreams(
  user: string | undefined,
): Promise<{ passed: number; refused: number; close(): void }> {
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open: ClientRequest[] = [];
  let passed = 0;
  let refused = 0;
  const one = () =>
    new Promise<void>((resolve, reject) => {
      const request = sendRequest({
        ...origin,
        agent,
        method: "POST",
        path: `${mountPoint}/ask-sources`,
        headers: {
          "content-type": "application/json",
          accept: "text/event-stream",
          ...(user ? { "x-user": user } : {}),
        },
      });
      let isClosed = false;
      request.on("error", (error) => (isClosed ? undefined : reject(error)));
      request.once("response", (response) => {
        isClosed = true;
        response.on("error", () => {}).resume();
        if (response.statusCode === 200) passed += 1;
        if (response.statusCode === 429) refused += 1;
        resolve();
      });
      request.end(
        JSON.stringify({ question: "How long?", file_ids: ["0f8fad5b-d9cb-469f-a165-70867728950e"] }),
      );
      open.push(request);
    });
  for (let count = 0; count < streams; count += 50) await Promise.all(Array.from({ length: 50 }, one));
  return {
    passed,
    refused,
    close() {
      for (const request of open) request.destroy();
      agent.destroy();
    },
  };
}

/** The milliseconds of small GETs, one after another. */
async function smallGets(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  while (times.length < requests) {
    const started = performance.now();
    const status = await new Promise<number | undefined>((resolve, reject) => {
      sendRequest({
        ...origin,
        agent,
        path: `${mountPoint}/builds/${polledBuild}?suppress_elements=true`,
        headers: { "x-user": "benchmark" },
      })
        .on("error", reject)
        .on("response", (response) => response.resume().on("end", () => resolve(response.statusCode)))
        .end();
    });
    if (status !== 200) throw new Error(`A small GET was answered ${status}`);
    times.push(performance.now() - started);
  }
  agent.destroy();
  return times;
}

const figures: Parameters<typeof printReport>[0] = [];
try {
  for (let count = 0; count < 10; count += 1) await smallGets();
  for (const [whose, user] of [
    ["of a named caller", "mallory"],
    ["of an application that names no caller", undefined],
  ] as const) {
    const idle: number[] = [];
    const busy: number[] = [];
    let counts = "";
    for (let round = 0; round < rounds; round += 1) {
      idle.push(...(await smallGets()));
      const open = await openStreams(user);
      counts = `${open.passed} stream, ${open.refused} got 429`;
      busy.push(...(await smallGets()));
      open.close();
    }
    for (const [name, of] of [
      ["median", median],
      ["95th percentile", (values: number[]) => percentile(values, 0.95)],
    ] as const) {
      const ratio = of(busy) / of(idle);
      figures.push({
        what: `${streams} streams ${whose} (${counts}): small GET of another, ${name}`,
        measured: `${of(busy).toFixed(2)} ms, ${ratio.toFixed(2)} ×`,
        against: `idle: ${of(idle).toFixed(2)} ms`,
        aim: `≤ ${maxRatio} ×`,
        met: ratio <= maxRatio,
      });
    }
  }
} finally {
  await proxy.stop();
  await upstream.stop();
}
printReport(figures);
console.log(`${rounds} rounds of ${requests} requests. ${machine()}`);
