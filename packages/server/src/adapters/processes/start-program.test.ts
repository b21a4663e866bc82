import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noSandbox } from "@headwater/reader";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createStartProgram } from "./start-program.ts";

/** Programs that run hold a connection to this server: it ends with them, whichever process ends them. */
let server: Server;
let folder: string;
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  folder = await mkdtemp(join(tmpdir(), "headwater-program-"));
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A program that starts another one and waits for ever, as that one does. */
const family = () => {
  const connect = `require("node:net").connect(${(server.address() as AddressInfo).port}, "127.0.0.1").on("error", () => {})`;
  return `${connect}; require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(connect)}], { stdio: "ignore" });`;
};
const connected = async (count: number): Promise<Socket[]> => {
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const [socket] = (await once(server, "connection")) as [Socket];
    socket.on("error", () => {}).resume();
    sockets.push(socket);
  }
  return sockets;
};
const startProgram = createStartProgram(noSandbox);
const view = { sees: "programs" } as const;
const limits = { memoryMb: null, fileMb: 1 };
const start = (code: string) =>
  startProgram([process.execPath, "-e", code], { environment: {}, folder, view, limits });

it("answers how the program ended", async () => {
  expect(await start("process.exit(3)").ended).toBe(3);
  expect(await start("").ended).toBe(0);
  expect(
    await startProgram([join(folder, "nothing")], { environment: {}, folder, view, limits }).ended,
  ).toBeGreaterThan(0);
});

it("stops the program with all that it started", async () => {
  const program = start(family());
  const sockets = await connected(2);
  const closed = sockets.map((socket) => once(socket, "close"));
  await program.stop();
  await Promise.all(closed);
  expect(await program.ended).toBe(null);
});

it("ends what a program leaves running", async () => {
  start(`${family()} process.stdin.on("end", () => {}); setImmediate(() => process.stdout.write(""));
    require("node:net").connect(${(server.address() as AddressInfo).port}, "127.0.0.1").on("data", () => process.exit(0));`);
  const sockets = await connected(3);
  const closed = sockets.map((socket) => once(socket, "close"));
  for (const socket of sockets) socket.write("go");
  await Promise.all(closed);
});

it("ends with the service, even when that is killed", async () => {
  const service = spawn(
    process.execPath,
    [
      "--input-type=module",
      "-e",
      `import { createStartProgram } from ${JSON.stringify(import.meta.resolve("./start-program.ts"))};
       createStartProgram(${JSON.stringify(noSandbox)})([process.execPath, "-e", ${JSON.stringify(family())}], { environment: {}, folder: ${JSON.stringify(folder)}, view: ${JSON.stringify(view)}, limits: ${JSON.stringify(limits)} });`,
    ],
    { stdio: "ignore" },
  );
  const sockets = await connected(2);
  const closed = sockets.map((socket) => once(socket, "close"));
  service.kill("SIGKILL");
  await Promise.all(closed);
});

it("gives the program nothing of our environment, and no more disk than allowed", async () => {
  const code = `process.exit(Object.keys(process.env).filter((name) => name.includes("HEADWATER") || name === "HOME").length)`;
  process.env.HEADWATER_MODEL_API_KEY = "secret";
  try {
    expect(await start(code).ended).toBe(0);
  } finally {
    delete process.env.HEADWATER_MODEL_API_KEY;
  }
  const write = `require("node:fs").writeFileSync("large", Buffer.alloc(3e6))`;
  expect(await start(write).ended).not.toBe(0);
});
