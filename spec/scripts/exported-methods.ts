import { glob, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "./document.ts";
import { operationsOf } from "./document.ts";

/** The order in which people write methods. */
const usualOrder = ["GET", "POST", "PUT", "PATCH", "DELETE"];

/** How an application of Next.js exports its handlers, in code, in comments and in the code blocks of READMEs. */
const exportLine = /(export const \{)[\w\s,]*(\} = createRouteHandlers\()/g;

const skipped = /^(?:node_modules|dist|artifacts|\.\w.*)$/;

/** Every method that some operation has, once. */
export function methodsOf(documents: Record<string, OpenApiDocument>): string[] {
  const used = new Set(
    Object.values(documents)
      .flatMap(operationsOf)
      .map(({ method }) => method.toUpperCase()),
  );
  const unknown = [...used].filter((method) => !usualOrder.includes(method));
  if (unknown.length > 0) throw new Error(`Give ${unknown.join(", ")} a place in usualOrder.`);
  return usualOrder.filter((method) => used.has(method));
}

/** Writes the methods into each export of handlers in a text. */
export const withMethods = (text: string, methods: readonly string[]): string =>
  text.replace(exportLine, (_, before, after) => `${before} ${methods.join(", ")} ${after}`);

/**
 * Every file of the repository that exports handlers, with all methods of the contract. A method that is missing there
 * is answered 405 by Next.js itself.
 */
export async function exportedMethods(
  documents: Record<string, OpenApiDocument>,
  repository: URL,
): Promise<Map<string, string>> {
  const methods = methodsOf(documents);
  const files = new Map<string, string>();
  const paths = glob("**/*.{md,ts,tsx,mjs}", {
    cwd: fileURLToPath(repository),
    exclude: (path) => skipped.test(path.split(/[\\/]/).at(-1) ?? ""),
  });
  for await (const path of paths) {
    const text = await readFile(new URL(path.split("\\").join("/"), repository), "utf8");
    if (text.match(exportLine)) files.set(path, withMethods(text, methods));
  }
  return files;
}
