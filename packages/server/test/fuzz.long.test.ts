import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sampleDocument, sampleExtensions } from "../testing/documents/sample-document.ts";
import { seededRandom } from "../testing/documents/seeded-random.ts";
import { mutate } from "../testing/fuzz/mutate.ts";
import { sendBody } from "../testing/fuzz/send-body.ts";
import { createServiceCaller, type ServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";

const token = "fuzz-token-0123456789";
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 1e9));
const mutationsEach = Number(process.env.FUZZ_MUTATIONS ?? 60);
const atATime = 4;
const buildTimeoutMs = 120_000;

let dataFolder: string;
let service: ServiceProcess;
let caller: ServiceCaller;

beforeAll(async () => {
  console.log(`FUZZ_SEED=${seed} repeats this run`);
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-fuzz-"));
  service = await startServiceProcess({ dataFolder, token });
  caller = createServiceCaller(service, token);
});

afterAll(async () => {
  await service?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

/** The service is alive and can still read a sound document. */
async function expectHealthy(): Promise<void> {
  expect(service.running(), service.complaints()).toBe(true);
  expect((await caller.ready()).status).toBe(200);
  const build = await caller.waitForBuild(
    await caller.ingest("sound.txt", Buffer.from("A sound document.")),
    buildTimeoutMs,
  );
  expect(build.status, build.error ?? "").toBe("Completed");
  expect(await readdir(join(dataFolder, "staging"))).toEqual([]);
}

describe("damaged documents", () => {
  test.each(sampleExtensions)(
    "%s: every build ends with a result or an error that says why",
    {
      timeout: 15 * 60_000,
    },
    async (extension) => {
      const random = seededRandom(seed);
      const sound = sampleDocument(extension, { seed: 5, keyword: "quartz", size: 2 });
      const damaged = Array.from({ length: mutationsEach }, (_, index) => ({
        index,
        bytes: mutate(random, sound),
      }));
      const bad: string[] = [];
      let completed = 0;
      const work = async () => {
        for (let next = damaged.shift(); next !== undefined; next = damaged.shift()) {
          const buildId = await caller.ingest(`damaged-${next.index}.${extension}`, next.bytes);
          const { status, error } = await caller.waitForBuild(buildId, buildTimeoutMs);
          if (status === "Completed") completed += 1;
          else if (status !== "Processing failed" || !error || /internal error/i.test(error)) {
            bad.push(`mutation ${next.index}: ${status}: ${error}`);
          }
        }
      };
      await Promise.all(Array.from({ length: atATime }, work));
      console.log(`${extension}: ${completed} of ${mutationsEach} Completed`);
      expect(bad, service.complaints()).toEqual([]);
      await expectHealthy();
    },
  );
});

test("mutated multipart bodies: the service answers or closes, and stays well", {
  timeout: 5 * 60_000,
}, async () => {
  const random = seededRandom(seed);
  const sound = Buffer.from(
    '--b\r\nContent-Disposition: form-data; name="method"\r\n\r\nfast\r\n--b\r\n' +
      'Content-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nSome text.\r\n--b--\r\n',
  );
  for (let index = 0; index < mutationsEach; index += 1) {
    const body = Buffer.from(mutate(random, sound));
    const { status, text } = await sendBody(service.origin, token, { name: "mutated", body });
    expect(status, `mutation ${index}: ${text}`).toBeLessThan(500);
  }
  await expectHealthy();
});
