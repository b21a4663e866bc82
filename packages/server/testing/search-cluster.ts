import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chown, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { describe } from "vitest";
import { needs } from "../../../scripts/testing/needs.ts";

/** Nodes of OpenSearch for one test file. */
export type SearchCluster = {
  /** The address of all nodes, for HEADWATER_INDEX. */
  address: string;
  /** `http://127.0.0.1:port` of each node, to ask beside what is tested. */
  origins: string[];
  /** Kills a node in the middle of what it does (SIGKILL). */
  kill(node: number): Promise<void>;
  /** Starts it again, with what it has on its disk. */
  restart(node: number): Promise<void>;
  /** Of a node's process. It changes with `restart`. */
  pid(node: number): number;
  /** Names of the nodes' files that have a text in them. */
  filesWith(text: string): Promise<string[]>;
  stop(): Promise<void>;
};

const minJava = 21;

/** OpenSearch takes Java 21 or newer, with the data of all languages. Null without one. */
function findJava(): string | null {
  const { OPENSEARCH_JAVA_HOME: named } = process.env;
  if (named) return named;
  const folder = "/usr/lib/jvm";
  try {
    return (
      readdirSync(folder)
        .map((name) => join(folder, name))
        .find((home) => versionOf(home) >= minJava) ?? null
    );
  } catch {
    return null;
  }
}

function versionOf(home: string): number {
  try {
    return Number(/^JAVA_VERSION="(\d+)/m.exec(readFileSync(join(home, "release"), "utf8"))?.[1]);
  } catch {
    return Number.NaN;
  }
}

/** Where OpenSearch is unpacked: `.ci/run` does that. */
const home = process.env.OPENSEARCH_HOME ?? "";
const java = findJava();

/** A node that runs already, `opensearch://127.0.0.1:<port>`: starting one takes most of the time of a test. */
const running = process.env.OPENSEARCH_TEST_NODE;

/** Whether nodes can be started here. */
export const hasSearch = java !== null && home !== "";

/**
 * `describe` for tests that need an OpenSearch node. Without `OPENSEARCH_HOME` or Java 21, which Debian 12 lacks, they are
 * skipped, in CI too.
 */
export const needsSearch = running
  ? describe
  : hasSearch
    ? needs("opensearch", [join(home, "bin")])
    : describe.skip;

/** The same for tests of vectors: its k-NN plugin is not in every distribution. */
export const needsVectorSearch =
  running || existsSync(join(home, "plugins/opensearch-knn")) ? needsSearch : describe.skip;

/** Small and quick to start, as `bin/opensearch` starts it after asking three other programs. */
const javaOptions = [
  "-Xms160m",
  "-Xmx160m",
  "-XX:+UseSerialGC",
  "-XX:TieredStopAtLevel=1",
  "-XX:+UseCompactObjectHeaders",
  "-Dlog4j2.disable.jmx=true",
  "-Djna.nosys=true",
  "-Dio.netty.allocator.numDirectArenas=0",
  "-Dopensearch.distribution.type=zip",
  "-Dopensearch.bundled_jdk=false",
  "--add-modules=jdk.incubator.vector",
  "-javaagent:agent/opensearch-agent.jar",
  "--add-opens=java.base/java.nio=org.apache.arrow.memory.core,ALL-UNNAMED",
];

/** Stops the node when this process closes the pipe, also by being killed. Its first line is the id of the node's process. */
const keeper = `
  trap : INT TERM
  "$@" & server=$!; echo "$server"
  (cat >/dev/null; kill -s KILL "$server") <&3 2>/dev/null & watcher=$!
  wait "$server"; while kill -s 0 "$server" 2>/dev/null; do wait "$server"; done
  kill "$watcher" 2>/dev/null`;

export async function startSearchCluster(size = 1): Promise<SearchCluster> {
  if (running && size === 1) return runningCluster(running);
  const folder = await mkdtemp(join(tmpdir(), "headwater-search-"));
  const ports = await freePorts(size * 2);
  const http = ports.slice(0, size);
  const transport = ports.slice(size);
  const identity = await identityOf();
  const names = http.map((_, at) => `node-${at}`);
  const configured = names.map(async (name, at) => {
    const own = join(folder, name);
    for (const part of ["config", "data", "logs", "tmp"]) await mkdir(join(own, part), { recursive: true });
    await cp(join(home, "config/log4j2.properties"), join(own, "config/log4j2.properties"));
    const settings = {
      "cluster.name": "headwater-test",
      "node.name": name,
      "path.data": join(own, "data"),
      "path.logs": join(own, "logs"),
      "network.host": "127.0.0.1",
      "http.port": http[at],
      "transport.port": transport[at],
      "cluster.routing.allocation.disk.threshold_enabled": false,
      ...(size === 1
        ? { "discovery.type": "single-node" }
        : {
            "discovery.seed_hosts": transport.map((port) => `127.0.0.1:${port}`),
            "cluster.initial_cluster_manager_nodes": names,
          }),
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`);
    await writeFile(join(own, "config/opensearch.yml"), lines.join(""));
    if (identity.uid !== undefined) await promisify(execFile)("chown", ["-R", "nobody", own]);
  });
  await Promise.all(configured);
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid ?? 0);

  const start = async (at: number) => {
    const own = join(folder, names[at] as string);
    const args = [
      ...javaOptions,
      `-Djava.io.tmpdir=${join(own, "tmp")}`,
      `-Dopensearch.path.home=${home}`,
      `-Dopensearch.path.conf=${join(own, "config")}`,
      ...["-cp", join(home, "lib/*"), "org.opensearch.bootstrap.OpenSearch"],
    ];
    const child = spawn("sh", ["-c", keeper, "sh", join(java ?? "", "bin/java"), ...args], {
      ...identity,
      cwd: home,
      stdio: ["ignore", "pipe", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    const pid = await started(child.stdout as NodeJS.ReadableStream);
    return {
      pid,
      kill: async () => {
        process.kill(pid, "SIGKILL");
        await ended;
      },
      stop: async () => {
        (child.stdio[3] as NodeJS.WritableStream).end();
        await ended;
      },
    };
  };
  const nodes = await Promise.all(names.map((_, at) => start(at)));
  // The first index of a node that has just started takes seconds, in which a question would not be answered.
  for (const method of ["PUT", "DELETE"]) await fetch(`http://127.0.0.1:${http[0]}/first`, { method });
  return {
    address: `opensearch://${http.map((port) => `127.0.0.1:${port}`).join(",")}`,
    origins: http.map((port) => `http://127.0.0.1:${port}`),
    kill: async (at) => nodes[at]?.kill(),
    async restart(at) {
      nodes[at] = await start(at);
    },
    pid: (at) => nodes[at]?.pid ?? 0,
    filesWith: (text) =>
      promisify(execFile)("grep", ["-rlaF", text, folder]).then(
        ({ stdout }) => stdout.split("\n").filter((name) => name.includes("/indices/")),
        () => [],
      ),
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const runningCluster = (address: string): SearchCluster => {
  const refuse = () => {
    throw new Error("A node that runs already is not stopped, and its files are not looked into");
  };
  const origins = [address.replace("opensearch", "http")];
  return {
    address,
    origins,
    kill: refuse,
    restart: refuse,
    pid: refuse,
    filesWith: refuse,
    stop: async () => {},
  };
};

/** Waits until a node says that it has started, and answers the id of its process. Its later output is read and dropped. */
const started = (log: NodeJS.ReadableStream): Promise<number> =>
  new Promise((resolve, reject) => {
    const lines: string[] = [];
    createInterface({ input: log })
      .on("line", (line) => {
        if (/\] started$/.test(line)) resolve(Number(lines[0]));
        if (lines.length < 200) lines.push(line);
      })
      .once("close", () => reject(new Error(`OpenSearch did not start:\n${lines.slice(-20).join("\n")}`)));
  });

/** OpenSearch refuses to run as root: then it runs as `nobody`. */
async function identityOf(): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (flag: string) => Number((await promisify(execFile)("id", [flag, "nobody"])).stdout);
  return { uid: await id("-u"), gid: await id("-g") };
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
