import { once } from "node:events";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "../../../../scripts/testing/needs.ts";
import { withBytesAsFile } from "./bytes-as-file.ts";
import { findSandbox } from "./find-sandbox.ts";
import { runProgram } from "./run-program.ts";
import { noSandbox, type ProgramView, type Sandbox } from "./sandbox.ts";

const programs: ProgramView = { sees: "programs" };
let folder: string;
let secret: string;
let server: Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "headwater-sandbox-"));
  await chmod(folder, 0o755);
  await mkdir(join(folder, "data"), { mode: 0o700 });
  secret = join(folder, "data", "secret.txt");
  await writeFile(secret, "secret of this machine");
  server = createServer((socket) => socket.end()).listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});
const shell = async (sandbox: Sandbox, script: string, view = programs, file?: number) => {
  const { output, code } = await runProgram(
    { command: ["/bin/sh", "-c", script], sandbox, view, memoryMb: 1_024, limitMs: 10_000, file },
    10_000,
  );
  return { text: output.toString(), code };
};
const text = async (...args: Parameters<typeof shell>) => (await shell(...args)).text;
const connect = () =>
  `bash -c 'exec 3<>/dev/tcp/127.0.0.1/${(server.address() as AddressInfo).port}' && echo connected`;

needs("bwrap")("programs in bubblewrap", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await findSandbox({ hidden: [join(folder, "data")] });
    // Each test below is about this wall alone.
    sandbox = { ...sandbox, user: null };
  });

  it("see programs, and nothing else of the machine", async () => {
    expect(sandbox.bubblewrap).toBe("bwrap");
    expect(await text(noSandbox, `cat ${secret}`)).toBe("secret of this machine");
    expect(await shell(sandbox, `cat ${secret}`)).toMatchObject({ text: "", code: 1 });
    expect(await text(sandbox, "ls /home /root /etc/passwd /work 2>/dev/null")).toBe("");
    expect(await text(sandbox, "echo here; echo x > /tmp/x || echo readonly")).toBe("here\nreadonly\n");
  });

  it("see no other program and no network, unless they need it", async () => {
    expect(await text(noSandbox, connect())).toBe("connected\n");
    expect(await text(sandbox, connect())).toBe("");
    expect(await text(sandbox, connect(), { ...programs, network: true })).toBe("connected\n");
    expect(await text(sandbox, "ls -d /proc/[0-9]* | wc -l")).toMatch(/^\d\n$/);
  });

  it("may be so many, and no more", async () => {
    expect(await text(sandbox, "bash -c 'ulimit -u'")).toBe("512\n");
  });

  it("write to one folder, which is their /tmp, and only read another", async () => {
    const [reads, writes] = [join(folder, "in"), join(folder, "out")];
    for (const made of [reads, writes]) await mkdir(made);
    const view = { ...programs, reads: [reads], writes: [writes] };
    const script = `echo a > ${reads}/a || echo refused; echo b > ${writes}/b; cat /tmp/b`;
    expect(await text(sandbox, script, view)).toBe("refused\nb\n");
  });

  it("get an open file that has no name", async () => {
    const given = await withBytesAsFile(Buffer.from("a recording"), ({ path, file }) =>
      text(sandbox, `cat ${path}`, programs, file),
    );
    expect(given).toBe("a recording");
  });

  it("never see the data folder, though they are the operator's own and see the rest", async () => {
    const other = join(folder, "model.bin");
    await writeFile(other, "model");
    const view: ProgramView = { sees: "machine", network: true };
    expect(await text(noSandbox, `cat ${other} ${secret}`, view)).toBe("modelsecret of this machine");
    expect(await text(sandbox, `cat ${other} ${secret}; ls ${folder}/data`, view)).toBe("model");
  });
});

it.runIf(process.getuid?.() === 0)("can't enter the data folder as another user", async () => {
  const found = await findSandbox({ hidden: [], bubblewrap: "no-such-program" });
  const sandbox = { ...noSandbox, user: found.user };
  expect(found.bubblewrap).toBe(null);
  expect(await text(sandbox, `cat ${secret}`)).toBe("");
  const given = await withBytesAsFile(
    Buffer.from("a recording"),
    ({ path, file }) => text(sandbox, `cat ${path}`, programs, file),
    { owner: sandbox.user },
  );
  expect(given).toBe("a recording");
});

it("limits what a program may take", async () => {
  const limits = `bash -c 'ulimit -v; ulimit -f; ulimit -u'`;
  const unlimited = `${await text(noSandbox, "bash -c 'ulimit -u'")}`;
  expect(await text(noSandbox, limits)).toBe(`${1_024 * 1_024}\n${256 * 1_024}\n${unlimited}`);
});
