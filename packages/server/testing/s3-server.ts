import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { isOnPath, needs } from "../../../scripts/testing/needs.ts";
import { freePort } from "./free-port.ts";
import { pythonTools } from "./python-tools.ts";
import { openRelay } from "./relay.ts";

/** An S3 server for one test file, behind a relay that can be cut. */
export type S3Server = {
  /** The address of a new bucket, for HEADWATER_FILES. */
  createBucket(): Promise<string>;
  /** Where it listens, beside its relay. */
  port: number;
  /** What a service needs besides: the keys. */
  keys: { AWS_ACCESS_KEY_ID: string; AWS_SECRET_ACCESS_KEY: string };
  /** Asks the server beside what is tested. */
  client: S3Client;
  /** What was sent through the relay lately, as text. */
  sent(): string;
  /** Breaks all connections and refuses new ones, until `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Kills the server in the middle of what it does (SIGKILL). What it has stored is kept where `keepsThroughKills`. */
  kill(): Promise<void>;
  /** Starts it again, with what it has on its disk. */
  restart(): Promise<void>;
  /** Of the server itself. It changes with `restart`. */
  pid(): number;
  stop(): Promise<void>;
};

/** moto is what `.ci/run` installs; versitygw, which keeps files on a disk, is taken where it is installed. */
const folders = [join(homedir(), "go/bin"), pythonTools];
const searchPath = [...folders, process.env.PATH ?? ""].join(delimiter);
const isReal = isOnPath("versitygw", searchPath);

/** moto has its objects in memory. */
export const keepsThroughKills = isReal;

/** `describe` for tests that need an S3 server. */
export const needsS3 = needs(isReal ? "versitygw" : "moto_server", folders);

const keys = { AWS_ACCESS_KEY_ID: "headwater", AWS_SECRET_ACCESS_KEY: randomUUID() };

const commandFor = (port: number, folder: string): [string, string[]] =>
  isReal
    ? ["versitygw", ["--port", `127.0.0.1:${port}`, "--quiet", "posix", folder]]
    : ["moto_server", ["--host", "127.0.0.1", "--port", String(port)]];

/** Stops the server when this process closes the pipe, also by being killed. Its first line is the id of the server's process. */
const keeper = `"$@" >/dev/null & server=$!; echo "$server"
  (cat >/dev/null; kill "$server") <&3 2>/dev/null & watcher=$!
  wait "$server"; kill "$watcher" 2>/dev/null`;

export async function startS3({
  parent = tmpdir(),
}: {
  /** Where it gets a folder for what it stores. */
  parent?: string;
} = {}): Promise<S3Server> {
  const folder = await mkdtemp(join(parent, "headwater-s3-"));
  const stored = join(folder, "stored");
  await mkdir(stored);
  const port = await freePort();
  const [program, args] = commandFor(port, stored);
  const launch = async () => {
    const server = spawn("sh", ["-c", keeper, "sh", program, ...args], {
      cwd: folder,
      env: {
        ...process.env,
        PATH: searchPath,
        ROOT_ACCESS_KEY: keys.AWS_ACCESS_KEY_ID,
        ROOT_SECRET_KEY: keys.AWS_SECRET_ACCESS_KEY,
      },
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const ended = once(server, "exit");
    const [line] = await once(server.stdout as NodeJS.ReadableStream, "data");
    return { pid: Number(String(line)), ended, pipe: server.stdio[3] as NodeJS.WritableStream };
  };
  let server = await launch();
  const relay = await openRelay(port);
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: "us-east-1",
    forcePathStyle: true,
    credentials: {
      accessKeyId: keys.AWS_ACCESS_KEY_ID,
      secretAccessKey: keys.AWS_SECRET_ACCESS_KEY,
    },
    // The first request waits for the server to listen.
    maxAttempts: 20,
  });
  return {
    port,
    keys,
    client,
    async createBucket() {
      const bucket = `case-${randomUUID()}`;
      await client.send(new CreateBucketCommand({ Bucket: bucket }));
      return `s3://${bucket}/docs?endpoint=http://127.0.0.1:${relay.port}&region=us-east-1`;
    },
    sent: relay.sent,
    cut: relay.cut,
    mend: relay.mend,
    async kill() {
      process.kill(server.pid, "SIGKILL");
      await server.ended;
      // Its keeper's watcher still reads from it.
      server.pipe.end();
    },
    async restart() {
      server = await launch();
    },
    pid: () => server.pid,
    async stop() {
      client.destroy();
      await relay.cut();
      server.pipe.end();
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
