import { repeatCall } from "./support/load-requests.ts";
import { smallCalls, uploadName } from "./support/proxy-calls.ts";
import { barePipe, contenders, mountPoint, ours, oursScoped } from "./support/proxy-contenders.ts";
import { type ProxyProcess, startProxyProcess } from "./support/proxy-process.ts";
import {
  cpuRatio,
  cpuRatioAtMost,
  interleave,
  medianOf,
  type Sample,
  sampleOf,
} from "./support/proxy-round.ts";
import { uploadLarge } from "./support/proxy-upload.ts";
import { machine, printReport } from "./support/report.ts";

/**
 * Compares the proxy with a bare pipe over loopback with keep-alive connections: a small JSON GET, a 10 kB POST and a
 * 100 MB upload. Each proxy has its own process. They are warm, and take turns in every round. The requests per second also depend on the
 * load generator and the upstream on the same machine. The processor time is that of the proxy's process only. A second
 * process of the bare pipe shows the noise: its ratio to the first one should be 1.00.
 */
const rounds = 30;
const requests = 10_000;
/** Of 100 MB each, in every round. */
const uploads = 5;
/** After this number of requests V8 has compiled the hot code. */
const warmUp = 25_000;
const atOnce = 32;
const uploadWarmUp = 3;
const control = `${barePipe}, a second process`;

const upstream = await startProxyProcess("upstream");
const proxies = new Map<string, ProxyProcess>();
const proxyOf = (name: string): ProxyProcess => {
  const proxy = proxies.get(name);
  if (proxy === undefined) throw new Error(`${name} was not started`);
  return proxy;
};
const originOf = (name: string) => `http://127.0.0.1:${proxyOf(name).port}`;

async function upload(name: string, count: number): Promise<number> {
  let seconds = 0;
  for (let sent = 0; sent < count; sent += 1) seconds += await uploadLarge(originOf(name) + mountPoint);
  return seconds;
}

const names = [...Object.keys(contenders), control];
const results = new Map<string, Map<string, Sample[]>>();
try {
  for (const name of names)
    proxies.set(
      name,
      await startProxyProcess(name === control ? barePipe : name, `http://127.0.0.1:${upstream.port}`),
    );
  for (const [what, call] of Object.entries(smallCalls)) {
    const run = (name: string, count: number) => repeatCall(originOf(name), call, { count, atOnce });
    for (const name of names) await run(name, warmUp);
    const measure = (name: string) => sampleOf(proxyOf(name), requests, () => run(name, requests));
    results.set(what, await interleave(names, rounds, measure));
  }
  for (const name of names) await upload(name, uploadWarmUp);
  const measure = (name: string) => sampleOf(proxyOf(name), uploads, () => upload(name, uploads));
  results.set(uploadName, await interleave(names, rounds, measure));
} finally {
  for (const proxy of proxies.values()) await proxy.stop();
  await upstream.stop();
}

const samplesOf = (what: string, name: string): Sample[] => results.get(what)?.get(name) ?? [];
for (const what of results.keys()) {
  const [unit, divisor, digits] = what === uploadName ? ["ms", 1000, 1] : ["µs", 1, 0];
  console.log(
    `\n| ${what} | CPU of the proxy, each | against the bare pipe | at most (95 %) | in a second |\n|---|---|---|---|---|`,
  );
  for (const name of names) {
    const samples = samplesOf(what, name);
    const { perSecond, cpuMicroseconds } = medianOf(samples);
    const reference = samplesOf(what, barePipe);
    const ratio = cpuRatio(samples, reference).toFixed(2);
    const atMost = cpuRatioAtMost(samples, reference).toFixed(2);
    console.log(
      `| ${name} | ${(cpuMicroseconds / divisor).toFixed(0)} ${unit} | ${ratio} × | ${atMost} × | ${perSecond.toFixed(digits)} |`,
    );
  }
}
console.log(
  `\nMedians of ${rounds} rounds of ${requests} requests, ${atOnce} at once, or of ${uploads} uploads; ratios round by round. ${machine()}\n`,
);

const [get = "", post = ""] = Object.keys(smallCalls);
const aims = [
  { what: get, name: ours, against: barePipe, maxRatio: 1.05 },
  { what: post, name: ours, against: barePipe, maxRatio: 1.05 },
  { what: uploadName, name: ours, against: barePipe, maxRatio: 1.2 },
  { what: post, name: oursScoped, against: barePipe, maxRatio: 2 },
];
printReport(
  aims.map(({ what, name, against, maxRatio }) => {
    const ratio = cpuRatioAtMost(samplesOf(what, name), samplesOf(what, against));
    return {
      what: `${what}: CPU of ${name}, upper bound of the 95 % interval`,
      measured: `${ratio.toFixed(2)} ×`,
      against,
      aim: `≤ ${maxRatio} ×`,
      met: ratio <= maxRatio,
    };
  }),
);
