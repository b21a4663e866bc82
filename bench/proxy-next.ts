import { buildNextApp, type RunningNextApp } from "../packages/next-route-handlers/testing/next-app.ts";
import { repeatCall } from "./support/load-requests.ts";
import { smallCalls, uploadName } from "./support/proxy-calls.ts";
import { mountPoint } from "./support/proxy-contenders.ts";
import { startProxyProcess } from "./support/proxy-process.ts";
import { processTime } from "./support/proxy-process-time.ts";
import {
  cpuRatio,
  cpuRatioAtMost,
  interleave,
  medianOf,
  type Sample,
  sampleOf,
} from "./support/proxy-round.ts";
import { uploadLarge } from "./support/proxy-upload.ts";
import { upstreamToken } from "./support/proxy-upstream.ts";
import { printReport } from "./support/report.ts";

/**
 * The route handlers in a real Next.js server (Node runtime) with the whole policy on, compared with a route handler of the
 * same app that only fetches from the same upstream. Each has its own server process. They are warm, and take turns in every round.
 */
const rounds = 30;
const requests = 2_000;
/** Of 100 MB each, in every round. */
const uploads = 4;
const warmUp = 8_000;
const atOnce = 32;
const handlers = "headwater route handlers";
const bareFetch = "bare fetch in a route handler";
/** The path of the sources surface in each. */
const mounts: Record<string, string> = {
  [handlers]: mountPoint,
  [bareFetch]: "/fetched",
};
const names = Object.keys(mounts);

const route = `
import { createRouteHandlers } from "@headwater/next-route-handlers";
export const { GET, POST, PUT, PATCH, DELETE } = createRouteHandlers({
  baseUrl: process.env.UPSTREAM + "/sources",
  token: async () => process.env.TOKEN!,
  authorize: async () => true,
});
`;

/** The minimum of a route handler that forwards a request. */
const bareRoute = `
const pass = async (request: Request) => {
  const { pathname, search } = new URL(request.url);
  const { method, headers, body } = request;
  const length = headers.get("content-length");
  const answer = await fetch(process.env.UPSTREAM + "/sources" + pathname.slice("/fetched".length) + search, {
    method,
    headers: {
      authorization: "Bearer " + process.env.TOKEN,
      "content-type": headers.get("content-type") ?? "",
      ...(length ? { "content-length": length } : {}),
    },
    ...(body ? { body, duplex: "half" } : {}),
  } as RequestInit);
  return new Response(answer.body, { status: answer.status, headers: { "content-type": "application/json" } });
};
export const GET = pass;
export const POST = pass;
`;
const upstream = await startProxyProcess("upstream");
const upstreamOrigin = `http://127.0.0.1:${upstream.port}`;
const app = await buildNextApp({
  next: "next",
  files: {
    [`app${mountPoint}/[[...path]]/route.ts`]: route,
    [`app${mounts[bareFetch]}/[[...path]]/route.ts`]: bareRoute,
  },
});
const servers = new Map<string, RunningNextApp>();
const serverOf = (name: string): RunningNextApp => {
  const server = servers.get(name);
  if (server === undefined) throw new Error(`${name} was not started`);
  return server;
};
const measured = (name: string) => ({ cpu: async () => processTime(serverOf(name).pid) });

const results = new Map<string, Map<string, Sample[]>>();
try {
  for (const name of names)
    servers.set(name, await app.start({ UPSTREAM: upstreamOrigin, TOKEN: upstreamToken }));
  for (const [what, call] of Object.entries(smallCalls)) {
    const run = (name: string, count: number) =>
      repeatCall(
        serverOf(name).origin,
        { ...call, path: call.path.replace(mountPoint, mounts[name] ?? "") },
        { count, atOnce },
      );
    for (const name of names) await run(name, warmUp);
    const measure = (name: string) => sampleOf(measured(name), requests, () => run(name, requests));
    results.set(what, await interleave(names, rounds, measure));
  }
  const upload = async (name: string, count: number) => {
    let seconds = 0;
    for (let sent = 0; sent < count; sent += 1)
      seconds += await uploadLarge(serverOf(name).origin + mounts[name]);
    return seconds;
  };
  for (const name of names) await upload(name, 1);
  const measure = (name: string) => sampleOf(measured(name), uploads, () => upload(name, uploads));
  results.set(uploadName, await interleave(names, rounds, measure));
} finally {
  for (const server of servers.values()) await server.stop();
  await app.remove();
  await upstream.stop();
}

const shown = (what: string, { cpuMicroseconds, perSecond }: Sample) =>
  what === uploadName
    ? `${(cpuMicroseconds / 1000).toFixed(0)} ms, ${perSecond.toFixed(1)}/s`
    : `${cpuMicroseconds.toFixed(0)} µs, ${perSecond.toFixed(0)}/s`;
printReport(
  [...results].map(([what, samples]) => {
    const [own = [], reference = []] = names.map((name) => samples.get(name) ?? []);
    const ratio = cpuRatioAtMost(own, reference);
    return {
      what: `${what}: CPU of the server, requests in a second`,
      measured: `${shown(what, medianOf(own))}`,
      against: `${cpuRatio(own, reference).toFixed(2)} × ${bareFetch}: ${shown(what, medianOf(reference))}`,
      aim: `at most 1.1 × ${bareFetch}, by the upper bound of the 95 % interval (${ratio.toFixed(2)})`,
      met: ratio <= 1.1,
    };
  }),
);
console.log(
  `Medians of ${rounds} rounds of ${requests} requests, ${atOnce} at once, or of ${uploads} uploads.`,
);
