import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { badDocuments } from "../../reader/testing/bad-documents/index.ts";
import { createServiceCaller, type ServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";

const token = "bad-documents-token-0123456789";
const buildTimeoutMs = 15 * 60_000;
/** What a thread may hold is given back within this time after the last document; see `idleMs` of the thread pool. */
const restMs = 90_000;
const maxRestingMegabytes = 400;

let dataFolder: string;
let service: ServiceProcess;
let caller: ServiceCaller;

// A process of its own, because the test is whether that process survives.
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-bad-"));
  // A page that would take for ever is given up sooner than by default: what is said of it is the same.
  const environment = { HEADWATER_READING_LIMITS: "page=20" };
  service = await startServiceProcess({ dataFolder, token, environment });
  caller = createServiceCaller(service, token);
});

afterAll(async () => {
  await service?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

const isWell = async () => (await fetch(`${service.origin}/healthz`)).status;

test.each(badDocuments)(
  "$name, uploaded",
  { timeout: buildTimeoutMs },
  async ({ extension, make, expected }) => {
    const fileName = `bad.${extension}`;
    const build = await caller.waitForBuild(
      await caller.ingest(fileName, await make(), "fast"),
      buildTimeoutMs,
    );
    if (build.status === "Completed") expect(expected).toHaveProperty("reads");
    else {
      expect(build.status).toBe("Processing failed");
      // A text for people: what is wrong and what to do.
      expect(build.error).toMatch(/^[A-Z].*\.$/s);
      expect(build.error).not.toMatch(/internal error|undefined|\bat \w+ \(/i);
    }
    expect(service.running(), service.complaints()).toBe(true);
    expect(await isWell()).toBe(200);
  },
);

test("afterwards the service is well, has given the memory back, and reads sound documents", {
  timeout: 2 * restMs,
}, async () => {
  const megabytes = async () =>
    Number(/^VmRSS:\s+(\d+) kB/m.exec(await readFile(`/proc/${service.pid}/status`, "utf8"))?.[1]) / 1024;
  await expect.poll(megabytes, { timeout: restMs, interval: 2_000 }).toBeLessThan(maxRestingMegabytes);
  expect((await caller.ready()).status).toBe(200);
  const sound = await caller.ingest("sound.txt", Buffer.from("A sound document."));
  expect((await caller.waitForBuild(sound, buildTimeoutMs)).status).toBe("Completed");
  expect(await readdir(join(dataFolder, "staging"))).toEqual([]);
});
