import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ownEnvironment } from "./started-app.ts";

/**
 * The strictest settings that TypeScript has, and no library's types are skipped. `noPropertyAccessFromIndexSignature` is
 * not among them: it forbids `process.env.NAME`.
 */
const strictest = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noFallthroughCasesInSwitch: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noUncheckedIndexedAccess: true,
  noUncheckedSideEffectImports: true,
  isolatedModules: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
};

export type NewApp = {
  folder: string;
  /** Runs a program of this application or of npm to its end, and gives what it printed. Throws that when it fails. */
  run(program: string, parameters: string[], environment?: Record<string, string>): Promise<string>;
};

/** typescript-eslint's rules that know types. */
const lintRules = `import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["eslint.config.mjs", "dist", ".next", "next-env.d.ts", "vite.config.mjs"] },
  tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
);
`;

export type Packages = {
  /** Commands of a shell that make the folder `my-app` and install the application in it. */
  commands: string;
  /** Packages that only its checks and tests need. */
  development?: string[];
};

/** Nothing but what the commands have made, the given files, and what checks them. */
export async function createApp(
  { folder: empty, registry }: { folder: string; registry: Record<string, string> },
  packages: Packages,
  files: Record<string, string>,
  compilerOptions: object,
): Promise<NewApp> {
  const folder = join(empty, "my-app");
  const environment = { ...registry, npm_config_audit: "false", npm_config_fund: "false" };
  await runIn(empty, "sh", ["-ec", packages.commands], environment);
  const all = {
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        ...strictest,
        noEmit: true,
        lib: ["ES2024", "DOM", "DOM.Iterable"],
        ...compilerOptions,
      },
      exclude: ["node_modules", "dist"],
    }),
    "eslint.config.mjs": lintRules,
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  const app: NewApp = { folder, run: (...what) => runIn(folder, ...what) };
  const checks = ["typescript@5", "eslint@9", "typescript-eslint@8", "@types/node@24"];
  const development = [...checks, ...(packages.development ?? [])];
  await app.run("npm", ["install", "--save-dev", ...development], environment);
  return app;
}

async function runIn(
  folder: string,
  program: string,
  parameters: string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(program, parameters, {
    cwd: folder,
    env: { ...ownEnvironment(), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      printed += text;
    });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${program} ${parameters.join(" ")} ended with ${code}:\n${printed}`);
  return printed;
}
