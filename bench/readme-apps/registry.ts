import { execFileSync, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort, startApp } from "./started-app.ts";

const root = join(import.meta.dirname, "../..");

/** A later node-fetch makes its uplinks fail. */
const registryProgram = { dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.6.7" } };

export type Registry = {
  /** For npm and npx: this registry, and no other settings of this machine. */
  environment: Record<string, string>;
  /** An empty folder of this run. */
  newFolder(name: string): Promise<string>;
  /** Ends it, and removes all that it made. */
  close(): Promise<void>;
};

/**
 * Starts a real registry on loopback, to which `changeset publish` has published every package of this repository. All
 * others come from the registry that npm is configured with.
 */
export async function openRegistry(): Promise<Registry> {
  const work = await mkdtemp(join(tmpdir(), "headwater-registry-"));
  const newFolder = async (name: string) => {
    const folder = join(work, name);
    await mkdir(folder);
    return folder;
  };
  let stop = async () => {};
  const close = async () => {
    await stop();
    await rm(work, { recursive: true, force: true });
  };
  try {
    const folder = await newFolder("registry");
    await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, ...registryProgram }));
    const npm = (...parameters: string[]) =>
      execFileSync("npm", parameters, {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "inherit"],
      });
    npm("install", "--no-audit", "--no-fund", "--loglevel=error");
    await writeFile(join(folder, "config.yaml"), configuration(npm("config", "get", "registry").trim()));
    const port = await freePort();
    const program = ["node_modules/verdaccio/bin/verdaccio", "--config", "config.yaml"];
    const address = ["--listen", `127.0.0.1:${port}`];
    const started = await startApp(folder, process.execPath, [...program, ...address], {}, port);
    stop = started.stop;

    const settings = join(folder, "npmrc");
    // Publishing asks for a token, and this registry takes any.
    await writeFile(settings, `registry=${started.origin}/\n//127.0.0.1:${port}/:_authToken=any\n`);
    const environment = {
      npm_config_registry: `${started.origin}/`,
      npm_config_userconfig: settings,
      // npx would start a package of this version that an earlier run has installed.
      npm_config_cache: await newFolder("cache"),
    };
    await publish(environment);
    return { environment, newFolder, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const configuration = (uplink: string): string => `
storage: ./storage
max_body_size: 100mb
uplinks:
  npm:
    url: ${uplink}
packages:
  "@headwater/*":
    access: $all
    publish: $all
  "**":
    access: $all
    proxy: npm
log: { type: stdout, format: pretty, level: error }
`;

/** `npm run release`, but without tags in this repository. */
async function publish(environment: Record<string, string>): Promise<void> {
  const command = ["scripts/pnpm.mjs", "exec", "changeset", "publish", "--no-git-tag"];
  const child = spawn(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`changeset publish ended with ${code}:\n${printed}`);
}
