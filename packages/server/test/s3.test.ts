import { mkdtemp, readdir, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Writable } from "node:stream";
import { ListObjectsV2Command, PutObjectCommand } from "@aws-sdk/client-s3";
import { afterAll, beforeAll, expect, it } from "vitest";
import { backup } from "../src/cli/backup.ts";
import { doctor } from "../src/cli/doctor.ts";
import { removeProject } from "../src/cli/project.ts";
import { recover } from "../src/cli/recover.ts";
import { restore } from "../src/cli/restore.ts";
import type { Terminal } from "../src/cli/terminal.ts";
import { needsS3, type S3Server, startS3 } from "../testing/s3-server.ts";
import { startServer, type TestServer } from "../testing/start-server.ts";

const text = "The lighthouse keeper of Skerryvore lit the lamp with whale oil until 1846.";

needsS3("a service with its files on S3", () => {
  let s3: S3Server;
  let address: string;
  let server: TestServer;
  const logged: string[] = [];
  const log = new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  });
  const settings = () => ({ ...s3.keys, HEADWATER_FILES: address, HEADWATER_LOG_LEVEL: "debug" });
  beforeAll(async () => {
    s3 = await startS3();
    address = await s3.createBucket();
    server = await startServer(settings(), log);
  });
  afterAll(async () => {
    await server?.close();
    await s3?.stop();
  });

  const bucketName = () => /s3:\/\/([^/]+)/.exec(address)?.[1] ?? "";
  const keys = async () => {
    const { Contents = [] } = await s3.client.send(new ListObjectsV2Command({ Bucket: bucketName() }));
    return Contents.map(({ Key = "" }) => Key);
  };
  const get = (path: string, init: RequestInit = {}) =>
    server.fetch(server.origin + path, {
      ...init,
      headers: { authorization: `Bearer ${server.token}`, ...(init.headers as Record<string, string>) },
    });
  const upload = (fileName: string, content: string) => {
    const body = new FormData();
    body.set("file", new Blob([content]), fileName);
    return get("/sources/ingest-file", { method: "POST", body });
  };
  const original = (fileId: string) => get(`/sources/${fileId}/content`);
  const ask = async () => {
    const question = "What lit the lamp of Skerryvore?";
    return (await server.call<{ answer: string }>("POST", "/ask-sources", { question })).body.answer;
  };

  it("keeps originals and sidecars there and nothing of them on its disk, over a restart too", async () => {
    const build = await server.ingestAndWait("lamp.txt", text);
    expect(build).toMatchObject({ status: "Completed" });
    expect((await keys()).filter((key) => /^docs\/files\/.+\/[0-9a-f]{64}(\.json)?$/.test(key))).toHaveLength(
      2,
    );
    const { dataFolder } = server;
    for (const folder of ["files", "staging"]) expect(await readdir(join(dataFolder, folder))).toEqual([]);
    await server.stop();
    server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    expect(await ask()).toContain("whale oil");
  });

  it("gives originals out itself, whole and in part, and removes them with their source", async () => {
    const build = await server.ingestAndWait("lamp-2.txt", `${text} The foghorn came in 1888.`);
    const whole = await original(build.file_id);
    expect(whole.status).toBe(200);
    expect(whole.redirected).toBe(false);
    expect(await whole.text()).toContain("The foghorn came in 1888.");
    const part = await get(`/sources/${build.file_id}/content`, { headers: { range: "bytes=4-13" } });
    expect([part.status, await part.text()]).toEqual([206, "lighthouse"]);
    const before = (await keys()).length;
    await server.call("DELETE", "/delete", { file_id: build.file_id });
    expect((await keys()).length).toBe(before - 2);
  });

  it("answers 503 while the bucket is away, where it is needed and nowhere else, and comes back by itself", async () => {
    const build = await server.ingestAndWait("lamp-3.txt", `${text} It was rebuilt.`);
    expect(await (await get("/sources/readyz")).json()).toMatchObject({
      status: "ready",
      checks: { files: { ok: true, detail: expect.stringMatching(/^s3:\/\/case-.*\/docs\/ at http/) } },
    });
    await s3.cut();
    for (const answer of [await original(build.file_id), await upload("late.txt", "It came too late.")]) {
      expect(answer.status).toBe(503);
      expect(answer.headers.get("retry-after")).toBe("5");
      expect(await answer.json()).toMatchObject({
        detail:
          "This can't be done at the moment, because the store of the files could not be reached. Try again.",
      });
    }
    const readiness = await get("/sources/readyz");
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toMatchObject({
      status: "starting",
      checks: {
        database: { ok: true },
        files: { ok: false, detail: expect.stringContaining("ECONNREFUSED") },
      },
    });
    expect((await get("/sources/healthz")).status).toBe(200);
    expect(await ask()).toContain("whale oil");
    expect(await readdir(join(server.dataFolder, "staging"))).toEqual([]);
    await s3.mend();
    await expect.poll(async () => (await get("/sources/readyz")).status).toBe(200);
    expect((await original(build.file_id)).status).toBe(200);
    expect(await server.ingestAndWait("late.txt", "It came too late.")).toMatchObject({
      status: "Completed",
    });
  });

  it("keeps the keys out of its log", () => {
    expect(logged.filter((line) => line.includes("can't be used"))).not.toEqual([]);
    for (const key of Object.values(s3.keys)) expect(logged.join("")).not.toContain(key);
  });

  const refusal = async (environment: Record<string, string>) => {
    const error = await startServer({ ...s3.keys, ...environment }).then(
      async (started) => {
        await started.close();
        return "it started";
      },
      (reason: Error) => reason.message,
    );
    expect(error).not.toContain(s3.keys.AWS_SECRET_ACCESS_KEY);
    expect(error.split("\n")).toHaveLength(1);
    return error;
  };

  it("refuses at its start what can't work, and says what to do", async () => {
    const missing = address.replace("s3://case-", "s3://nocase-");
    expect(await refusal({ HEADWATER_FILES: missing })).toMatch(/NoSuchBucket.*Create the bucket first/);
    const nowhere = `s3://docs?endpoint=http://127.0.0.1:${await closedPort()}`;
    expect(await refusal({ HEADWATER_FILES: nowhere })).toMatch(/ECONNREFUSED.*Check that it runs there/);
    const other = createServer((_request, response) => {
      response.writeHead(403, { "content-type": "application/xml" });
      response.end("<Error><Code>InvalidAccessKeyId</Code><Message>unknown key</Message></Error>");
    }).listen(0, "127.0.0.1");
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const refusing = { HEADWATER_FILES: `s3://docs?endpoint=http://127.0.0.1:${port}` };
    expect(await refusal(refusing)).toMatch(/InvalidAccessKeyId.*Check AWS_ACCESS_KEY_ID and AWS_SECRET/);
    other.close();
  });

  it("refuses files and a database that do not belong together", async () => {
    const folder = await mkdtemp(join(tmpdir(), "headwater-test-"));
    try {
      // A new folder beside a bucket that is in use, and the folder without its bucket.
      expect(await refusal({ HEADWATER_FILES: address, HEADWATER_DATA: folder })).toMatch(
        process.env.HEADWATER_TEST_DATABASE ? /files of another database/ : /has no database of them/,
      );
      const { dataFolder } = server;
      await server.stop();
      expect(await refusal({ HEADWATER_DATA: dataFolder })).toMatch(/are in s3:.*Set HEADWATER_FILES/);
      const empty = { HEADWATER_FILES: await s3.createBucket(), HEADWATER_DATA: dataFolder };
      expect(await refusal(empty)).toMatch(/names files, and there are none in/);
      const own = await startServer({ HEADWATER_DATA: folder });
      await own.ingestAndWait("lamp.txt", text);
      await own.stop();
      expect(await refusal({ ...empty, HEADWATER_DATA: folder })).toMatch(/has files of its own/);
      server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  // Of SQLite: on PostgreSQL most of these commands are refused for that reason.
  it.skipIf(process.env.HEADWATER_TEST_DATABASE)(
    "is what the commands work on; those that know files in a data folder say what to do instead",
    async () => {
      const { dataFolder } = server;
      /** What a command prints, with why it fails. */
      const printed = async (
        command: (terminal: Terminal) => Promise<void>,
        files: string | undefined = address,
      ): Promise<string> => {
        let text = "";
        const stdout = new Writable({
          write(part, _encoding, done) {
            text += String(part);
            done();
          },
        });
        const environment = {
          ...s3.keys,
          HEADWATER_DATA: dataFolder,
          HEADWATER_EMBEDDING_MODEL: "none",
          HEADWATER_FILES: files,
        };
        await command({ environment, stdout: stdout as unknown as Terminal["stdout"] }).catch(
          (error: Error) => {
            text += error.message;
          },
        );
        expect(text).not.toContain(s3.keys.AWS_SECRET_ACCESS_KEY);
        return text;
      };
      const copy = await mkdtemp(join(tmpdir(), "headwater-test-"));
      try {
        const found = await printed((terminal) => doctor(terminal, {}));
        for (const line of [
          /ok {4}data folder:/,
          /ok {4}database: tables, pages, keys and rows read and found sound/,
          /ok {4}files: s3:\/\/case-.*: 3 files, .*, every byte read/,
          /ok {4}sidecars: each file has one/,
          /ok {4}holding: empty/,
        ])
          expect(found).toMatch(line);
        const backedUp = await printed((terminal) => backup(terminal, copy, {}));
        expect(backedUp).toMatch(/Backed up 3 sources .* with 3 files/);
        const stored = (await keys()).map((key) => key.replace("docs/", "")).sort();
        expect(await filesBelow(copy)).toEqual(
          [...stored, ...["headwater.sqlite", "manifest.json", "token", "version"]].sort(),
        );
        for (const command of [
          (terminal: Terminal) => restore(terminal, copy, {}),
          (terminal: Terminal) => recover(terminal, {}),
          (terminal: Terminal) => doctor(terminal, { repair: true }),
          (terminal: Terminal) => doctor(terminal, { emptyHolding: true }),
          (terminal: Terminal) => removeProject(terminal, "default", {}),
        ])
          expect(await printed(command)).toMatch(/^'headwater .*' does not work on files on S3/);
        const unset = await printed((terminal) => backup(terminal, join(copy, "more"), {}), "");
        expect(unset).toMatch(/are in s3:.*Set HEADWATER_FILES/);
      } finally {
        await rm(copy, { recursive: true, force: true });
      }
    },
  );

  it("sets aside in the bucket what no source explains", async () => {
    const { dataFolder } = server;
    await server.stop();
    const [mark = ""] = (await keys()).filter((key) => key.endsWith("files/store.json"));
    expect(mark).toBe("docs/files/store.json");
    const strange = `docs/files/${crypto.randomUUID()}/ab/${"ab".repeat(32)}`;
    await s3.client.send(new PutObjectCommand({ Bucket: bucketName(), Key: strange, Body: "strange" }));
    server = await startServer({ ...settings(), HEADWATER_DATA: dataFolder }, log);
    const after = await keys();
    expect(after).not.toContain(strange);
    expect(
      after.filter((key) => key.startsWith("docs/holding/") && key.endsWith("ab".repeat(32))),
    ).toHaveLength(1);
  });
});

const filesBelow = async (root: string) =>
  (await readdir(root, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort();

async function closedPort(): Promise<number> {
  const closed = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => closed.once("listening", resolve));
  const { port } = closed.address() as AddressInfo;
  await new Promise((resolve) => closed.close(resolve));
  return port;
}
