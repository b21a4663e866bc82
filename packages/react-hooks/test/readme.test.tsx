import { readdirSync, readFileSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import type { ComponentType } from "react";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as hooks from "../src/index.ts";
import { documentsKeys } from "../src/query-keys.ts";
import { createWrapper } from "../testing/render.tsx";
import { type Stack, startStack } from "../testing/stack.ts";

const root = join(import.meta.dirname, "..");
/** The README and the pages that it names: together they describe everything. */
const pages = join(root, "../../docs/hooks");
const readme = [join(root, "README.md"), ...readdirSync(pages).map((name) => join(pages, name))]
  .map((path) => readFileSync(path, "utf8"))
  .join("\n");
const blocks = [...readme.matchAll(/^```tsx( runnable)?\n(.*?)^```$/gms)].map(([, runnable, code]) => ({
  runnable: runnable !== undefined,
  code: code ?? "",
}));

/** Reads the names in the first column of the tables. */
const rows = [...readme.matchAll(/^\| (`.*?) \|/gm)].map(([, cell]) =>
  [...(cell ?? "").matchAll(/`(\w+)/g)].map(([, name]) => name),
);

describe("the README", () => {
  test("lists every hook, and none that is not there", () => {
    const listed = rows.flat().filter((name) => name?.startsWith("use"));
    expect(listed.sort()).toEqual(
      Object.keys(hooks)
        .filter((name) => name.startsWith("use"))
        .sort(),
    );
  });

  test("lists every key", () => {
    const { deletion: _internal, ...keys } = documentsKeys;
    expect(rows.flat()).toEqual(expect.arrayContaining(Object.keys(keys)));
  });

  test("names every options factory", () => {
    for (const name of Object.keys(hooks).filter((name) => name.endsWith("Options")))
      expect(readme).toContain(`\`${name}\``);
  });

  test("gives the defaults of the code", () => {
    const coded = (file: string, ...names: string[]) =>
      names.map((name) => {
        const code = readFileSync(join(root, "src", file), "utf8");
        const value = new RegExp(`\\b${name}(?: =| \\?\\?|:) ([\\d_]+)`).exec(code)?.[1];
        return [name, Number(value?.replaceAll("_", ""))];
      });
    const documented = [...readme.matchAll(/^\| `(\w+)` +\| (\d+) +\|/gm)];
    expect(documented.map(([, name, value]) => [name, Number(value)])).toEqual([
      ...coded("builds/build-watch.ts", "intervalMs", "maxIntervalMs", "timeoutMs", "graceMs"),
      ...coded("sources/shared-uploads.ts", "concurrency"),
      ...coded("elements/elements-options.ts", "pageSize"),
      ...coded("answering/conversation-store.ts", "throttleMs"),
      ...coded("answering/local-conversation-storage.ts", "maxCharacters"),
    ]);
  });

  test("holds code that compiles", () => {
    expect(blocks.length).toBeGreaterThan(4);
    const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const sources = new Map(blocks.map(({ code }, index) => [join(root, `test/readme-${index}.tsx`), code]));
    // Components that a block uses but the reader must write.
    sources.set(join(root, "test/documents.tsx"), "export const Documents = () => null;");
    const host = ts.createCompilerHost(options);
    const { fileExists, readFile, getSourceFile } = host;
    host.fileExists = (name) => sources.has(name) || fileExists(name);
    host.readFile = (name) => sources.get(name) ?? readFile(name);
    host.getSourceFile = (name, language, ...rest) => {
      const code = sources.get(name);
      return code === undefined
        ? getSourceFile(name, language, ...rest)
        : ts.createSourceFile(name, code, language);
    };
    const paths = { "@headwater/react-hooks": [join(root, "src/index.ts")] };
    // The JSX settings of Next.js and Vite applications.
    const bundled = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
    const program = ts.createProgram([...sources.keys()], { ...options, ...bundled, paths }, host);
    const problems = ts
      .getPreEmitDiagnostics(program)
      .filter(({ file }) => sources.has(file?.fileName ?? ""));
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))).toEqual([]);
  });
});

describe("code that runs", () => {
  const files = blocks
    .filter(({ runnable }) => runnable)
    .map(({ code }, index) => ({ code, path: join(root, `test/readme-runs-${index}.tsx`) }));
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
    for (const { code, path } of files)
      await writeFile(path, code.replace("@headwater/react-hooks", "../src/index.ts"));
    // In a real application the page and the proxy have the same origin.
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", (request: Request) =>
      fetch(new Request(request.url.replace(location.origin, stack.origin), request)),
    );
  });
  afterAll(async () => {
    vi.unstubAllGlobals();
    for (const { path } of files) await rm(path);
    await stack.close();
  });

  /** The component that a block exports. */
  const exported = async <Name extends string>(name: Name) => {
    const file = files.find(({ code }) => code.includes(`export function ${name}(`));
    const module = (await import(/* @vite-ignore */ file?.path ?? name)) as Record<Name, ComponentType>;
    return module[name];
  };
  const show = (Component: ComponentType) =>
    render(<Component />, { wrapper: createWrapper({ basePath: "/api/documents" }) });
  const document = new File(
    ["# Warranty\n\nThe warranty lasts two years from the date of purchase.\n"],
    "warranty.md",
  );

  test("the quick start uploads a file and answers a question about it", async () => {
    const App = await exported("App");
    render(<App />);
    const user = userEvent.setup();
    await user.upload(screen.getByLabelText("Files"), document);
    await screen.findByText("warranty.md: ready");
    await user.type(screen.getByLabelText("Question"), "What does the warranty last from?{Enter}");
    await waitFor(() => expect(screen.getByText(/two years/)).toBeDefined());
  });

  test("AddInvoices says when all uploads have ended", async () => {
    show(await exported("AddInvoices"));
    await userEvent.setup().upload(screen.getByLabelText("Invoices"), document);
    await screen.findByText("1 done");
  });

  test("SupportPage asks with options of the question, and shows when", async () => {
    show(await exported("SupportPage"));
    expect(screen.getByText("Nothing is being answered.")).toBeDefined();
    await userEvent.setup().click(screen.getByText("Warranty"));
    await waitFor(() => expect(screen.getByText(/two years/)).toBeDefined());
    await screen.findByText("Nothing is being answered.");
  });

  test("Library shows the sources, and deletes one", async () => {
    show(await exported("Library"));
    expect(screen.getByText("Loading")).toBeDefined();
    await screen.findByText(/^\d+ sources$/);
    await userEvent.setup().click((await screen.findAllByText("Delete warranty.md"))[0] as HTMLElement);
    await screen.findByText("Deleted.");
  });
});
