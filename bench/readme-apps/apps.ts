import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askThrough } from "./ask-through.ts";
import { createApp } from "./new-app.ts";
import { startApp } from "./started-app.ts";

export type AppSetting = {
  /** An empty folder. */
  folder: string;
  /** Path of the packed package. */
  packed(name: string): string;
  /** `HEADWATER_URL` and `HEADWATER_TOKEN` of a running service. */
  environment: Record<string, string>;
};

/** Makes an application of the README's first example, and tries it. Throws when it does not work. */
export type ReadmeApp = (setting: AppSetting) => Promise<void>;

const packages = join(import.meta.dirname, "../../packages");

/** The code of the first fenced block of a README. */
function firstExample(name: string): string {
  const readme = readFileSync(join(packages, name, "README.md"), "utf8");
  const [, code] = /^```tsx?(?: runnable)?\n(.*?)^```$/ms.exec(readme) ?? [];
  if (code === undefined) throw new Error(`The README of ${name} begins without an example`);
  return code;
}

const inNode = { module: "nodenext", target: "es2024", types: ["node"] };
const inBundler = { module: "esnext", moduleResolution: "bundler", target: "es2022", jsx: "preserve" };
const reactTypes = ["@types/react", "@types/react-dom"];
const hooks = ["client", "react-hooks"];
const react = ["react", "react-dom", "@tanstack/react-query"];

const node: ReadmeApp = async ({ folder, packed, environment }) => {
  const app = await createApp(
    folder,
    { needed: [packed("client")], development: ["typescript@5", "@types/node@24"] },
    { "main.ts": firstExample("client") },
    inNode,
  );
  await app.run("npx", ["tsc"]);
  const printed = await app.run(process.execPath, ["main.ts"], environment);
  if (!printed.includes("two years")) throw new Error(`The example printed ${printed}`);
};

const express: ReadmeApp = async ({ folder, packed, environment }) => {
  const app = await createApp(
    folder,
    {
      needed: [packed("proxy-core"), packed("express-proxy"), "express@5"],
      development: ["typescript@5", "@types/node@24", "@types/express@5"],
    },
    { "server.ts": firstExample("express-proxy") },
    inNode,
  );
  await app.run("npx", ["tsc"]);
  const started = await startApp(folder, process.execPath, ["server.ts"], environment);
  await askThrough(started.origin).finally(started.stop);
};

const next: ReadmeApp = async ({ folder, packed, environment }) => {
  const app = await createApp(
    folder,
    {
      needed: [...["proxy-core", "next-route-handlers", ...hooks].map(packed), ...react, "next@16"],
      development: ["typescript@5", "@types/node@24", ...reactTypes],
    },
    {
      "app/api/documents/[[...path]]/route.ts": firstExample("next-route-handlers"),
      "app/documents.tsx": `"use client";\n\n${firstExample("react-hooks")}`,
      "app/page.tsx": `import { App } from "./documents";\n\nexport default function Page() {\n  return <App />;\n}\n`,
      "app/layout.tsx": `import type { ReactNode } from "react";\n\nexport default function Layout({ children }: { children: ReactNode }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n`,
    },
    // The types of Next.js itself do not pass.
    { ...inBundler, skipLibCheck: true },
  );
  await app.run("npx", ["next", "build"]);
  const started = await startApp(
    folder,
    process.execPath,
    ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1"],
    environment,
  );
  await askThrough(started.origin).finally(started.stop);
};

const vite: ReadmeApp = async ({ folder, packed }) => {
  const app = await createApp(
    folder,
    {
      needed: [...hooks.map(packed), ...react],
      development: ["typescript@5", "vite", "@vitejs/plugin-react", ...reactTypes],
    },
    {
      "index.html": `<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>`,
      "src/documents.tsx": firstExample("react-hooks"),
      "src/main.tsx": `import { createRoot } from "react-dom/client";\nimport { App } from "./documents";\n\nconst root = document.getElementById("root");\nif (root) createRoot(root).render(<App />);\n`,
      "vite.config.js": `import react from "@vitejs/plugin-react";\n\nexport default { plugins: [react()] };\n`,
    },
    { ...inBundler, jsx: "react-jsx" },
  );
  await app.run("npx", ["tsc"]);
  const printed = await app.run("npx", ["vite", "build"]);
  if (/^(?!npm ).*warn/im.test(printed)) throw new Error(`The build warns:\n${printed}`);
};

export const readmeApps: Record<string, ReadmeApp> = {
  Node: node,
  Express: express,
  "Next.js": next,
  Vite: vite,
};
