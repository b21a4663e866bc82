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
  { ignores: ["eslint.config.mjs", "dist", ".next", "next-env.d.ts", "vite.config.js"] },
  tseslint.configs.recommendedTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
);
`;

/** A folder with nothing in it but the given files, a package.json of ES modules, and the given packages from npm. */
export async function createApp(
  { folder, registry }: { folder: string; registry: Record<string, string> },
  packages: { needed: string[]; development: string[] },
  files: Record<string, string>,
  compilerOptions: object,
): Promise<NewApp> {
  const all = {
    "package.json": JSON.stringify({ name: "my-app", private: true, type: "module" }),
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
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  const development = ["typescript@5", "eslint@9", "typescript-eslint@8", "@types/node@24"];
  await app.run("npm", ["install", ...quietly, ...packages.needed], registry);
  await app.run(
    "npm",
    ["install", ...quietly, "--save-dev", ...development, ...packages.development],
    registry,
  );
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
