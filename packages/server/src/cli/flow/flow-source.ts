import { readFile } from "node:fs/promises";
import { extname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { canonicalFlow, type FlowFile, textOfFile } from "@headwater/spec/flow-file";
import { OperatorError } from "../../kernel/operator-error.ts";
import { readFlowFile } from "./file/read-flow-file.ts";
import { refuseFile } from "./file/refuse-file.ts";

const codeExtensions = [".ts", ".mts", ".js", ".mjs"];

export const isCode = (path: string): boolean => codeExtensions.includes(extname(path));

/**
 * Reads a flow from YAML or JSON, or from a module whose default export is a `defineFlow`. A module is code: it runs with
 * the rights of the user who typed the command.
 */
export async function readFlow(path: string): Promise<FlowFile> {
  if (!isCode(path)) return readFlowFile(await readText(path), path);
  await readText(path);
  const { default: flow } = await (
    import(pathToFileURL(resolve(path)).href) as Promise<{ default?: FlowFile }>
  ).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new OperatorError(`${path} can't be run: ${why}`, { cause, exitCode: 2 });
  });
  if (typeof flow?.name !== "string" || !Array.isArray(flow.graph?.nodes))
    throw new OperatorError(`${path} must export its flow: export default defineFlow(…)`, { exitCode: 2 });
  return canonicalFlow(flow);
}

/** Reads a file of text. */
export async function readText(path: string): Promise<string> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const why = cause.code === "ENOENT" ? "there is no such file" : cause.message;
    throw new OperatorError(`${path} can't be read: ${why}.`, { cause, exitCode: 2 });
  });
  return refuseFile(() => textOfFile(bytes, path));
}
