import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";

/**
 * A server for one test file, reached through a socket in its own folder. It uses no port and no existing databases.
 */
export type PostgresServer = {
  /** Creates an empty database and returns its address. It is removed with the server. */
  createDatabase(): Promise<string>;
  /** Its socket, and the address of a database over a port that leads there. */
  socket: string;
  overPort(url: string, port: number): string;
  /** Kills the server in the middle of what it does (SIGKILL). What it has committed is kept where `isDurable`. */
  kill(): Promise<void>;
  /** Starts it again, with what it has on its disk. */
  restart(): Promise<void>;
  /** Of the process that has started the others. It changes with `restart`. */
  pid(): number;
  /** Stops the server and removes everything it wrote. */
  stop(): Promise<void>;
};

const user = "headwater";

/** The data need not survive a crash of the machine, and a test machine has little memory. */
const settings = {
  listen_addresses: "",
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  shared_buffers: "32MB",
  // Each service holds some thirty, and several test files run at a time.
  max_connections: "400",
  lc_messages: "C",
};

/**
 * Stops the server and cleans up when this process closes the pipe. This also works when this process is killed,
 * because the system then closes its pipe. A server that ended by itself leaves its data.
 */
const keeper = `
  folder=$1; shift
  trap : INT TERM
  : > "$folder/kept"
  postgres "$@" & server=$!
  (cat >/dev/null; rm -f "$folder/kept"; kill -s INT "$server") <&3 2>/dev/null & watcher=$!
  wait "$server"; while kill -s 0 "$server" 2>/dev/null; do wait "$server"; done
  kill "$watcher" 2>/dev/null
  [ -e "$folder/kept" ] || rm -rf "$folder"`;

/** A killed server's memory is free once its last process has noticed, within so many tries of a start. */
const maxStarts = 100;
const betweenStartsMs = 100;

/** The folder of PostgreSQL's own programs on Debian, which is not on the PATH. The newest version comes first. */
export const postgresFolders = (): string[] => {
  const versions = "/usr/lib/postgresql";
  try {
    return readdirSync(versions)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(versions, version, "bin"));
  } catch {
    return [join(versions, "*", "bin")];
  }
};

export const startPostgres = async ({
  isDurable = false,
  parent = tmpdir(),
}: {
  /** Where its folder is made. Default: the folder for temporary files. */
  parent?: string;
  /** What is committed outlives a kill of the server. Default: false. */
  isDurable?: boolean;
} = {}): Promise<PostgresServer> => {
  const folder = await mkdtemp(join(parent, "headwater-postgres-"));
  const password = randomUUID();
  const identity = await ownerOf(folder);
  const env = { ...process.env, PATH: [...postgresFolders(), process.env.PATH].join(delimiter) };
  const as = { ...identity, cwd: folder, env };
  const data = join(folder, "data");
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, password, { mode: 0o644 });
  // Uses the collation of a language and not C, so that a different order than in SQLite shows.
  const language = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];
  const login = [`--username=${user}`, "--auth=scram-sha-256", `--pwfile=${passwordFile}`];
  await promisify(execFile)("initdb", ["--pgdata", data, "--no-sync", ...language, ...login], as);

  const chosen = { ...settings, ...(isDurable && { synchronous_commit: "on" }) };
  const options = Object.entries(chosen).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const launch = async () => {
    const server = spawn("sh", ["-c", keeper, "sh", folder, "-D", data, "-k", folder, ...options], {
      ...as,
      stdio: ["ignore", "ignore", "pipe", "pipe"],
    });
    const ended = once(server, "exit");
    const pipe = server.stdio[3] as NodeJS.WritableStream;
    pipe.on("error", () => {});
    await ready(server.stderr as NodeJS.ReadableStream).catch((error) => {
      pipe.end();
      throw error;
    });
    return { pipe, ended };
  };
  let server = await launch();
  const pid = () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);

  const urlOf = (database: string) =>
    `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(folder)}`;
  const admin = new pg.Client({ connectionString: urlOf("postgres") });
  admin.on("error", () => {}); // a kill breaks it
  await admin.connect();
  let databases = 0;
  return {
    async createDatabase() {
      databases += 1;
      const name = `case_${databases}`;
      await admin.query(`create database ${name} template template0`);
      return urlOf(name);
    },
    socket: join(folder, ".s.PGSQL.5432"),
    overPort: (url, port) => `${url.replace("@/", `@127.0.0.1:${port}/`).replace(/\?host=.*/, "")}`,
    async kill() {
      process.kill(pid(), "SIGKILL");
      await server.ended;
      // Its keeper's watcher still reads from it.
      server.pipe.end();
    },
    async restart() {
      for (let tries = 1; ; tries += 1) {
        try {
          server = await launch();
          return;
        } catch (error) {
          if (tries === maxStarts) throw error;
          await after(betweenStartsMs);
        }
      }
    },
    pid,
    async stop() {
      await admin.end();
      server.pipe.end();
      await server.ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
};

/** PostgreSQL refuses to run as root. Then it runs as `nobody`, who gets the folder. */
const ownerOf = async (folder: string): Promise<{ uid?: number; gid?: number }> => {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await promisify(execFile)("id", [flag, "nobody"])).stdout);
  const [uid, gid] = [await id("-u"), await id("-g")];
  await chown(folder, uid, gid);
  return { uid, gid };
};

/** Waits until the server says that it accepts connections. Its later output is read and dropped. */
const ready = (log: NodeJS.ReadableStream): Promise<void> =>
  new Promise((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: log })
      .on("line", (line) => {
        if (line.includes("ready to accept connections")) resolve();
        if (lines.length < 50) lines.push(line);
      })
      .once("close", () => reject(new Error(`PostgreSQL did not start:\n${lines.join("\n")}`)));
  });
