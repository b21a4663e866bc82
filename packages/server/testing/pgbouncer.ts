import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { needs } from "../../../scripts/testing/needs.ts";

/** `describe` for tests that need pgbouncer. Debian keeps it where only root looks. */
export const needsPgbouncer = needs("pgbouncer", ["/usr/sbin"]);

/** pgbouncer in transaction mode before one database, reached through a socket in its own folder. */
export type Pgbouncer = {
  url: string;
  /** The path of that socket, for a relay, and the address over the relay's port. */
  socket: string;
  overPort(port: number): string;
  stop(): Promise<void>;
};

/** `direct` is the address of a database of `startPostgres`. */
export async function startPgbouncer(direct: string): Promise<Pgbouncer> {
  const { username, password, pathname, searchParams } = new URL(direct.replace("@/", "@localhost/"));
  const postgresFolder = searchParams.get("host") ?? "";
  const folder = await mkdtemp(join(tmpdir(), "headwater-pgbouncer-"));
  const settings = join(folder, "pgbouncer.ini");
  const users = join(folder, "users.txt");
  await writeFile(users, `"${username}" "${password}"\n`);
  await writeFile(
    settings,
    [
      "[databases]",
      `* = host=${postgresFolder} port=5432`,
      "[pgbouncer]",
      "listen_port = 5432",
      `unix_socket_dir = ${folder}`,
      "auth_type = trust",
      `auth_file = ${users}`,
      "pool_mode = transaction",
      "default_pool_size = 10",
      "max_client_conn = 400",
    ].join("\n"),
  );
  // It refuses to run as root, as PostgreSQL does.
  const { uid, gid } = await stat(postgresFolder);
  for (const path of [folder, settings, users]) await chown(path, uid, gid);
  await chmod(folder, 0o755);
  const child = spawn("/usr/sbin/pgbouncer", [settings], { stdio: ["ignore", "ignore", "pipe"], uid, gid });
  const lines: string[] = [];
  const { promise: up, resolve, reject } = Promise.withResolvers<void>();
  createInterface({ input: child.stderr })
    .on("line", (line) => {
      if (line.includes("process up")) resolve();
      if (lines.length < 50) lines.push(line);
    })
    .once("close", () => reject(new Error(`pgbouncer did not start:\n${lines.join("\n")}`)));
  await up;
  return {
    url: `postgres://${username}:${password}@${pathname}?host=${encodeURIComponent(folder)}`,
    socket: join(folder, ".s.PGSQL.5432"),
    overPort: (port) => `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`,
    async stop() {
      const exited = once(child, "exit");
      if (child.exitCode === null && child.signalCode === null) {
        child.kill("SIGKILL");
        await exited;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}
