import { execFile } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { needs } from "../../../../scripts/testing/needs.ts";
import { findTesseractCommand } from "./tesseract-command.ts";

/** The program that stands for Tesseract holds a connection to this server: it ends with the program. */
let server: Server;
let folder: string;
let command: string;
beforeEach(async () => {
  server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  folder = await mkdtemp(join(tmpdir(), "headwater-tesseract-"));
  command = join(folder, "tesseract");
  await writeFile(
    command,
    `#!${process.execPath}
    if (process.argv.includes("--list-langs")) console.log("List of languages:\\neng");
    else require("node:net").connect(${(server.address() as AddressInfo).port}, "127.0.0.1");`,
  );
  await chmod(command, 0o700);
});
afterEach(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** A script that reads a picture for ever. */
const host = () => `
  import { findTesseractCommand } from ${JSON.stringify(import.meta.resolve("./tesseract-command.ts"))};
  const open = await findTesseractCommand({ command: ${JSON.stringify(command)} });
  await open().engine(["eng"]).recognise(new Uint8Array(10));`;
const connected = async (): Promise<Socket> => {
  const [socket] = (await once(server, "connection")) as [Socket];
  return socket.on("error", () => {}).resume();
};

it("answers nothing for a program that is not there", async () => {
  expect(await findTesseractCommand({ command: join(folder, "nothing") })).toBeUndefined();
});

it("knows the packs of a program, and can't tell scripts without the pack for it", async () => {
  const tesseract = (await findTesseractCommand({ command }))?.();
  expect([...(tesseract?.packs ?? [])]).toEqual(["eng"]);
  expect(await tesseract?.findScript(new Uint8Array(10))).toBeNull();
});

it("ends the program on abort", async () => {
  const controller = new AbortController();
  const tesseract = (await findTesseractCommand({ command }))?.(controller.signal);
  const reading = tesseract?.engine(["eng"]).recognise(new Uint8Array(10));
  const socket = await connected();
  controller.abort(new Error("called off"));
  await Promise.all([once(socket, "close"), expect(reading).rejects.toThrow("called off")]);
});

needs("setpriv")("a program that reads a picture", () => {
  it("ends when our process is killed", async () => {
    const service = execFile(process.execPath, ["--input-type=module", "-e", host()]);
    const socket = await connected();
    service.kill("SIGKILL");
    await once(socket, "close");
  });

  it("ends when its thread is terminated", async () => {
    const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(host())}`));
    const socket = await connected();
    await Promise.all([once(socket, "close"), thread.terminate()]);
  });
});
