import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServiceProcess } from "../testing/service-process.ts";

/** Libraries that only some settings, requests or files need. Each costs time at every start and memory for as long as the service runs. */
const librariesOfOthers = ["pg", "undici", "jose", "@aws-sdk/client-s3", "sharp", "onnxruntime-node"];

test("a service on one machine loads no library that its settings do not need", async () => {
  const folder = await mkdtemp(join(tmpdir(), "headwater-libraries-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const coverage = join(folder, "coverage");
  const service = await startServiceProcess({
    dataFolder: join(folder, "data"),
    token: "token-of-the-test",
    // With it Node writes the address of each module that the process and its threads have loaded.
    environment: { NODE_V8_COVERAGE: coverage },
  });
  await service.stop();

  const loaded: string[] = [];
  for (const file of await readdir(coverage)) {
    const { result } = JSON.parse(await readFile(join(coverage, file), "utf8")) as {
      result: { url: string }[];
    };
    loaded.push(...result.map(({ url }) => url));
  }
  expect(loaded.filter((url) => url.includes("/node_modules/fastify/"))).not.toEqual([]);
  const unneeded = librariesOfOthers.filter((name) =>
    loaded.some((url) => url.includes(`/node_modules/${name}/`)),
  );
  expect(unneeded).toEqual([]);
});
