import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askThrough } from "./ask-through.ts";
import { createApp, type NewApp } from "./new-app.ts";
import { startApp } from "./started-app.ts";

export type AppSetting = {
  /** An empty folder. */
  folder: string;
  /** The environment in which npm installs from the registry with the published packages. */
  registry: Record<string, string>;
  /** `HEADWATER_URL` and `HEADWATER_TOKEN` of a running service. */
  environment: Record<string, string>;
};

/** Makes an application of the README's first example, and tries it. Throws when it does not work. */
export type ReadmeApp = (setting: AppSetting) => Promise<void>;

const packages = join(import.meta.dirname, "../../packages");
const readmeOf = (name: string) => readFileSync(join(packages, name, "README.md"), "utf8");

/** The part of a README below this heading. */
const sectionOf = (name: string, section: string): string =>
  readmeOf(name).split(`\n## ${section}\n`)[1]?.split("\n## ")[0] ?? "";

/** The first commands of a README, or of a section of it. */
function firstCommands(name: string, text = readmeOf(name)): string {
  const [, commands] = /^```sh\n(.*?)^```$/ms.exec(text) ?? [];
  if (commands === undefined) throw new Error(`The README of ${name} does not say what to install`);
  return commands;
}

/** A package as npm makes it today, of CommonJS modules, and what the README says then. */
const inNewPackage = (name: string): string =>
  `mkdir my-app && cd my-app && npm init --yes\n${firstCommands(name)}`;

/** The code of the first fenced block of a README. */
function firstExample(name: string): string {
  const [, code] = /^```tsx?(?: runnable)?\n(.*?)^```$/ms.exec(readmeOf(name)) ?? [];
  if (code === undefined) throw new Error(`The README of ${name} begins without an example`);
  return code;
}

/** The files of a section of a README: blocks of code that begin with a comment with their path. */
function filesOf(name: string, section: string): Record<string, string> {
  const files = [...sectionOf(name, section).matchAll(/^```[jt]sx?\n(\/\/ (\S+)\n.*?)^```$/gms)];
  if (files.length === 0) throw new Error(`The README of ${name} has no files in "${section}"`);
  return Object.fromEntries(files.map(([, code, path]) => [path as string, code as string]));
}

const inNode = { module: "nodenext", target: "es2024", types: ["node"] };
const inBundler = { module: "esnext", moduleResolution: "bundler", target: "es2022", jsx: "preserve" };
const reactTypes = ["@types/react", "@types/react-dom"];

const check = async (app: NewApp) => {
  await app.run("npx", ["tsc"]);
  await app.run("npx", ["eslint", "."]);
};

const node: ReadmeApp = async (setting) => {
  const app = await createApp(
    setting,
    { commands: inNewPackage("client") },
    { "main.ts": firstExample("client") },
    inNode,
  );
  await check(app);
  const printed = await app.run(process.execPath, ["main.ts"], setting.environment);
  if (!printed.includes("two years")) throw new Error(`The example printed ${printed}`);
};

const reader: ReadmeApp = async (setting) => {
  const app = await createApp(
    setting,
    { commands: inNewPackage("reader") },
    { "main.ts": firstExample("reader") },
    inNode,
  );
  await check(app);
  const printed = await app.run(process.execPath, ["main.ts"]);
  if (!printed.includes("Title Tides")) throw new Error(`The example printed ${printed}`);
};

const hono: ReadmeApp = async (setting) => {
  const app = await createApp(
    setting,
    { commands: inNewPackage("proxy-core") },
    { "main.ts": firstExample("proxy-core") },
    inNode,
  );
  await check(app);
  const printed = await app.run(process.execPath, ["main.ts"], setting.environment);
  if (!printed.startsWith("200 ")) throw new Error(`The example printed ${printed}`);
};

const express: ReadmeApp = async (setting) => {
  const packages = { commands: inNewPackage("express-proxy"), development: ["@types/express@5"] };
  const app = await createApp(setting, packages, { "server.ts": firstExample("express-proxy") }, inNode);
  await check(app);
  const started = await startApp(app.folder, process.execPath, ["server.ts"], setting.environment);
  await askThrough(started.origin).finally(started.stop);
};

/** The page of the README, as it is written there, in a new application. */
const next: ReadmeApp = async (setting) => {
  const [name, section] = ["next-route-handlers", "A page in five minutes"] as const;
  const app = await createApp(
    setting,
    { commands: firstCommands(name, sectionOf(name, section)), development: reactTypes },
    filesOf(name, section),
    // The types of Next.js itself do not pass.
    { ...inBundler, skipLibCheck: true },
  );
  await check(app);
  const program = ["node_modules/next/dist/bin/next", "dev", "--hostname", "127.0.0.1"];
  const started = await startApp(app.folder, process.execPath, program, setting.environment);
  await askThrough(started.origin).finally(started.stop);
};

const vite: ReadmeApp = async (setting) => {
  const app = await createApp(
    setting,
    {
      commands: inNewPackage("react-hooks"),
      development: ["vite", "@vitejs/plugin-react", ...reactTypes],
    },
    {
      "index.html": `<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>`,
      "src/documents.tsx": firstExample("react-hooks"),
      "src/main.tsx": `import { createRoot } from "react-dom/client";\nimport { App } from "./documents";\n\nconst root = document.getElementById("root");\nif (root) createRoot(root).render(<App />);\n`,
      "vite.config.mjs": `import react from "@vitejs/plugin-react";\n\nexport default { plugins: [react()] };\n`,
    },
    { ...inBundler, jsx: "react-jsx" },
  );
  await check(app);
  const printed = await app.run("npx", ["vite", "build"]);
  if (/^(?!npm ).*warn/im.test(printed)) throw new Error(`The build warns:\n${printed}`);
};

/** The README's test, by one of the two programs in jsdom. */
const tests =
  (program: string[], development: string[]): ReadmeApp =>
  async (setting) => {
    const app = await createApp(
      setting,
      { commands: inNewPackage("client"), development },
      filesOf("client", "Tests of your application"),
      inNode,
    );
    await app.run("npx", program, setting.environment);
  };
const jest = tests(
  ["jest"],
  ["jest@30", "babel-jest@30", "@babel/preset-env@7", "jest-fixed-jsdom", "jest-environment-jsdom@30"],
);
const vitest = tests(["vitest", "run"], ["vitest", "jsdom"]);

export const readmeApps: Record<string, ReadmeApp> = {
  Node: node,
  Reader: reader,
  Hono: hono,
  Express: express,
  "Next.js": next,
  Vite: vite,
  Jest: jest,
  Vitest: vitest,
};
