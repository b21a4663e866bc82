import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { runCommand } from "../testing/run-command.ts";
import { startServiceProcess } from "../testing/service-process.ts";
import { startServer } from "../testing/start-server.ts";

const token = "journey-token-0123456789";
const question = "When was the tower finished?";

let parent: string;
const at = (name: string) => join(parent, name);
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), "headwater-cli-"));
});
afterAll(() => rm(parent, { recursive: true, force: true }));

/** What a service on this folder answers once it has read all that it has. */
const answerIn = async (folder: string, secret: string): Promise<unknown> => {
  const server = await startServer({ HEADWATER_DATA: folder, HEADWATER_TOKEN: secret });
  const { body: listed } = await server.call<{ build_id: string }[]>("GET", "/");
  for (const { build_id } of listed) await server.waitFor(build_id);
  const { body } = await server.call<{ answer: string }>("POST", "/ask-sources", { question });
  await server.close();
  return body.answer;
};

// One way through the commands for every test run. Every command, and what can go wrong with it, is in the long tests:
// cli, backup, recover, lost-database and stopping.
it("a folder is filled and asked on the command line, backed up beside its service, restored, and recovered without its database", async () => {
  const service = await startServiceProcess({ dataFolder: at("data"), token });
  const reach = { HEADWATER_URL: service.origin, HEADWATER_TOKEN: token };
  await writeFile(at("facts.md"), "# Facts\n\nThe tower was finished in 1889 by Gustave Eiffel.\n");
  expect(await runCommand(["ingest", at("facts.md")], at("data"), reach)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/facts\.md {2}ready: 1 page, 2 elements/),
  });
  expect((await runCommand(["ask", question], at("data"), reach)).stdout).toMatch(
    /1889[\s\S]*\[1\] facts\.md, page 1: The tower was finished/,
  );
  const backedUp = await runCommand(["backup", at("backup")], at("data"));
  expect(backedUp, backedUp.stderr).toMatchObject({ code: 0 });
  await service.stop(); // It throws unless the service ends with 0.

  const folder = at("restored");
  const restored = await runCommand(["restore", at("backup")], folder);
  expect(restored, restored.stderr).toMatchObject({ code: 0 });
  const examined = await runCommand(["doctor"], folder);
  expect(examined, examined.stdout).toMatchObject({ code: 0 });
  expect(await answerIn(folder, token)).toContain("1889");

  for (const end of ["", "-wal", "-shm"])
    await rm(`${join(folder, "headwater.sqlite")}${end}`, { force: true });
  const recovered = await runCommand(["recover"], folder);
  expect(recovered, recovered.stderr).toMatchObject({ code: 0 });
  expect(await answerIn(folder, (await readFile(join(folder, "token"), "utf8")).trim())).toContain("1889");
});
