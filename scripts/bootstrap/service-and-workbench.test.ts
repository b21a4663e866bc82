import { expect, test } from "vitest";
import { temporaryFolder, writeIn } from "../testing/temporary-folder.ts";
import { runServiceAndWorkbench } from "./service-and-workbench.mjs";

/** The behaviour of both: they report that they are ready, print a line, and end at a signal. */
const program = (ready: string, line: string, further = "") => `
  process.on("SIGTERM", () => { console.log(${JSON.stringify(`${line} stops`)}); process.exit(0); });
  process.send(${ready});
  console.log(${JSON.stringify(line)});
  setInterval(() => {}, 1000);
  ${further}`;

const service = program('{ ready: { address: "http://service", tokenPath: "/data/token" } }', "service");

async function run(serviceCode: string, workbenchCode: string) {
  const folder = temporaryFolder();
  const printed: string[] = [];
  const exitCode = await runServiceAndWorkbench({
    root: folder,
    env: process.env,
    node: process.execPath,
    service: [writeIn(folder, "service.mjs", serviceCode)],
    workbench: [writeIn(folder, "workbench.mjs", workbenchCode)],
    write: (text) => printed.push(text),
  });
  return { exitCode, printed: printed.join("") };
}

test("the workbench gets the service's address, and its own address is printed first", async () => {
  const { printed } = await run(
    service,
    `if (process.env.HEADWATER_URL !== "http://service/sources" || process.env.HEADWATER_TOKEN_FILE !== "/data/token")
       process.exit(9);
     ${program('{ ready: { address: "http://workbench" } }', "", "process.kill(process.pid, 'SIGTERM');")}`,
  );
  expect(printed).toMatch(/^The workbench is at http:\/\/workbench\n\nservice\n/);
});

test("a workbench that cannot start ends the service too, with its exit code", async () => {
  const { exitCode, printed } = await run(service, "process.exit(3)");
  expect(exitCode).toBe(3);
  expect(printed).not.toContain("workbench");
});

test("a service that cannot start starts no workbench", async () => {
  const { exitCode } = await run("process.exit(4)", "process.exit(5)");
  expect(exitCode).toBe(4);
});

test("the end of the service ends the workbench", async () => {
  const { exitCode, printed } = await run(
    service.replace('"http://service"', '"http://service/" + process.pid'),
    program(
      '{ ready: { address: "http://workbench" } }',
      "workbench",
      `const [, servicePid] = /(\\d+)/.exec(process.env.HEADWATER_URL);
       process.kill(Number(servicePid), "SIGKILL");`,
    ),
  );
  expect(exitCode).toBe(137);
  expect(printed).toContain("service");
});
