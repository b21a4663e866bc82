import { repeatCall } from "./support/load-requests.ts";
import { smallCalls, uploadName } from "./support/proxy-calls.ts";
import { barePipe, contenders, mountPoint, ours } from "./support/proxy-contenders.ts";
import { type ProxyProcess, startProxyProcess } from "./support/proxy-process.ts";
import { cpuRatio, interleave, medianOf, type Sample, sampleOf } from "./support/proxy-round.ts";
import { uploadLarge } from "./support/proxy-upload.ts";
import { machine, printReport } from "./support/report.ts";

/**
 * Compares proxies over loopback with keep-alive connections: a small JSON GET, a 10 kB POST and a 100 MB upload. Each
 * proxy has its own process. They are warm, and take turns in every round. The requests per second also depend on the
 * load generator and the upstream on the same machine. The processor time is that of the proxy's process only.
 */
const rounds = 11;
const uploadRounds = 25;
const requests = 5_000;
/** After this number of requests V8 has compiled the hot code. */
const warmUp = 25_000;
const atOnce = 32;
const uploadWarmUp = 3;
const middleware = "http-proxy-middleware (Express)";

const upstream = await startProxyProcess("upstream");
const proxies = new Map<string, ProxyProcess>();
const proxyOf = (name: string): ProxyProcess => {
  const proxy = proxies.get(name);
  if (proxy === undefined) throw new Error(`${name} was not started`);
  return proxy;
};
const originOf = (name: string) => `http://127.0.0.1:${proxyOf(name).port}`;

const upload = (name: string) => uploadLarge(originOf(name) + mountPoint);

const names = Object.keys(contenders);
const results = new Map<string, Map<string, Sample[]>>();
try {
  for (const name of names)
    proxies.set(name, await startProxyProcess(name, `http://127.0.0.1:${upstream.port}`));
  for (const [what, call] of Object.entries(smallCalls)) {
    const run = (name: string, count: number) => repeatCall(originOf(name), call, { count, atOnce });
    for (const name of names) await run(name, warmUp);
    const measure = (name: string) => sampleOf(proxyOf(name), requests, () => run(name, requests));
    results.set(what, await interleave(names, rounds, measure));
  }
  for (let count = 0; count < uploadWarmUp; count += 1) for (const name of names) await upload(name);
  results.set(
    uploadName,
    await interleave(names, uploadRounds, (name) => sampleOf(proxyOf(name), 1, () => upload(name))),
  );
} finally {
  for (const proxy of proxies.values()) await proxy.stop();
  await upstream.stop();
}

const samplesOf = (what: string, name: string): Sample[] => results.get(what)?.get(name) ?? [];
for (const what of results.keys()) {
  const [unit, divisor, digits] = what === uploadName ? ["ms", 1000, 1] : ["µs", 1, 0];
  console.log(
    `\n| ${what} | CPU of the proxy, each | against the bare pipe | in a second |\n|---|---|---|---|`,
  );
  for (const name of names) {
    const samples = samplesOf(what, name);
    const { perSecond, cpuMicroseconds } = medianOf(samples);
    const ratio = cpuRatio(samples, samplesOf(what, barePipe)).toFixed(2);
    console.log(
      `| ${name} | ${(cpuMicroseconds / divisor).toFixed(0)} ${unit} | ${ratio} × | ${perSecond.toFixed(digits)} |`,
    );
  }
}
console.log(
  `\nMedians of ${rounds} rounds (uploads ${uploadRounds}), ${atOnce} at once; ratios round by round. ${machine()}\n`,
);

const aims = [
  ...Object.keys(smallCalls).flatMap((what) => [
    { what, against: middleware, maxRatio: 0.5 },
    { what, against: barePipe, maxRatio: 1 },
  ]),
  { what: uploadName, against: barePipe, maxRatio: 1.2 },
];
printReport(
  aims.map(({ what, against, maxRatio }) => {
    const ratio = cpuRatio(samplesOf(what, ours), samplesOf(what, against));
    return {
      what: `${what}: CPU of ${ours}`,
      measured: `${ratio.toFixed(2)} ×`,
      against,
      aim: `≤ ${maxRatio} ×`,
      met: ratio <= maxRatio,
    };
  }),
);
