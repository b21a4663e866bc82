import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packageFolder = fileURLToPath(new URL("..", import.meta.url));
const modulesFolder = join(packageFolder, "node_modules");

export type NextMajor = "next15" | "next";

export type NextAppOptions = {
  next: NextMajor;
  /** File contents by path. */
  files: Record<string, string>;
  /** Fields of the configuration, as JavaScript. */
  config?: string;
};

export type NextApp = {
  folder: string;
  start(environment?: Record<string, string>): Promise<RunningNextApp>;
  remove(): Promise<void>;
};

export type RunningNextApp = {
  origin: string;
  /** Process id of the server. */
  pid: number;
  /** What the server has printed. */
  log(): string;
  stop(): Promise<void>;
};

/** The files as create-next-app writes them. */
const tsconfig = JSON.stringify({
  compilerOptions: {
    target: "ES2017",
    lib: ["dom", "dom.iterable", "esnext"],
    allowJs: true,
    skipLibCheck: true,
    strict: true,
    noEmit: true,
    esModuleInterop: true,
    module: "esnext",
    moduleResolution: "bundler",
    resolveJsonModule: true,
    allowImportingTsExtensions: true,
    isolatedModules: true,
    jsx: "preserve",
    incremental: true,
    plugins: [{ name: "next" }],
    paths: { "@/*": ["./*"] },
  },
  include: ["next-env.d.ts", ".next/types/**/*.ts", "**/*.ts", "**/*.tsx"],
  exclude: ["node_modules"],
});
const layout =
  "export default ({ children }: { children: React.ReactNode }) => <html><body>{children}</body></html>;";
const page = "export default () => <p>Hello</p>;";

/** Writes an app into a temporary folder and builds it with a real Next.js, offline. */
export async function buildNextApp({ next, files, config = "" }: NextAppOptions): Promise<NextApp> {
  const folder = await mkdtemp(join(tmpdir(), `headwater-${next}-`));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const everything: Record<string, string> = {
      "package.json": '{ "name": "app", "private": true }',
      "tsconfig.json": tsconfig,
      // The packages are behind symbolic links that lead out of the app's folder.
      "next.config.mjs": `export default { turbopack: { root: "/" }, outputFileTracingRoot: "/", ${config} };`,
      "app/layout.tsx": layout,
      "app/page.tsx": page,
      ...files,
    };
    for (const [path, content] of Object.entries(everything)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await installModules(join(folder, "node_modules"), next);

    const build = runNext(folder, ["build"], {});
    const [code] = await once(build.process, "close");
    if (code !== 0) throw new Error(`next build failed with ${code}:\n${build.log()}`);
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, start: (environment) => startNextApp(folder, environment), remove };
}

const workspacePackages = ["@headwater/next-route-handlers", "@headwater/proxy-core", "@headwater/client"];

/** Copies the workspace's packages as they are published, so that they use the Next.js of this app. */
async function installModules(modules: string, next: NextMajor): Promise<void> {
  await mkdir(join(modules, "@types"), { recursive: true });
  const link = (name: string, target: string) => symlink(target, join(modules, name));
  await link("next", join(modulesFolder, next));
  for (const name of ["react", "react-dom", "typescript", "@types/react", "@types/node"])
    await link(name, join(modulesFolder, name));
  for (const name of workspacePackages) {
    const source = join(packageFolder, "..", name.slice("@headwater/".length));
    for (const part of ["package.json", "dist"])
      await cp(join(source, part), join(modules, name, part), { recursive: true });
    const { dependencies = {} } = JSON.parse(await readFile(join(source, "package.json"), "utf8"));
    for (const dependency of Object.keys(dependencies))
      if (!dependency.startsWith("@headwater/"))
        await link(dependency, join(source, "node_modules", dependency));
  }
}

async function startNextApp(
  folder: string,
  environment: Record<string, string> = {},
): Promise<RunningNextApp> {
  // With port 0 Next.js takes a free port and prints it.
  const server = runNext(folder, ["start", "--hostname", "127.0.0.1", "--port", "0"], environment);
  const origin = await new Promise<string>((resolve, reject) => {
    server.process.stdout?.on("data", () => {
      const [, address] = /Local:\s+(http:\S+)[\s\S]*Ready in/.exec(server.log()) ?? [];
      if (address) resolve(address);
    });
    server.process.once("close", (code) =>
      reject(new Error(`next start ended with ${code}:\n${server.log()}`)),
    );
  });
  return {
    origin,
    pid: server.process.pid ?? 0,
    log: server.log,
    async stop() {
      // A crash tells no exit code but a signal.
      if (server.process.exitCode !== null || server.process.signalCode !== null)
        throw new Error(`next start has ended by itself:\n${server.log().slice(-4_000)}`);
      const closed = once(server.process, "close");
      server.process.kill("SIGKILL");
      await closed;
    },
  };
}

function runNext(folder: string, parameters: string[], environment: Record<string, string>) {
  let printed = "";
  // A production build does not expect the NODE_ENV of vitest.
  const { NODE_ENV: _, VITEST: __, NODE_OPTIONS: ___, ...inherited } = process.env;
  const child: ChildProcess = spawn(
    process.execPath,
    [join(folder, "node_modules/next/dist/bin/next"), ...parameters],
    {
      cwd: folder,
      env: { ...(inherited as NodeJS.ProcessEnv), NEXT_TELEMETRY_DISABLED: "1", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (piece: Buffer) => {
      printed += piece.toString();
    });
  return { process: child, log: () => printed };
}
