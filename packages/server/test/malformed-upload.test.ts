import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { malformedBodies } from "../testing/fuzz/malformed-bodies.ts";
import { sendBody } from "../testing/fuzz/send-body.ts";
import { createServiceCaller, type ServiceCaller } from "../testing/service-caller.ts";
import { type ServiceProcess, startServiceProcess } from "../testing/service-process.ts";

const token = "malformed-token-0123456789";

let dataFolder: string;
let service: ServiceProcess;
let caller: ServiceCaller;

// Runs in a separate process, because the test is whether that process survives.
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), "headwater-malformed-"));
  service = await startServiceProcess({ dataFolder, token });
  caller = createServiceCaller(service, token);
});

afterAll(async () => {
  await service?.stop();
  await rm(dataFolder, { recursive: true, force: true });
});

test.each(malformedBodies)("$name: refused or read, never a fault", async (malformed) => {
  const { status, text } = await sendBody(service.origin, token, malformed);
  if (status === 200) {
    const { build_id } = JSON.parse(text) as { build_id: string };
    expect(["Completed", "Processing failed"]).toContain(
      (await caller.waitForBuild(build_id, 20_000)).status,
    );
  } else {
    expect(status, text).toBeGreaterThanOrEqual(400);
    expect(status, text).toBeLessThan(500);
    expect(JSON.parse(text)).toMatchObject({ detail: expect.stringMatching(/\S/) });
  }
  expect(service.running(), service.complaints()).toBe(true);
  expect((await caller.ready()).status).toBe(200);
  // A broken message is answered on the connection, while the upload still takes its bytes back.
  await expect.poll(() => readdir(join(dataFolder, "staging"))).toEqual([]);
});
