import { readFile } from "node:fs/promises";
import { basename, resolve } from "node:path";
import {
  type DocumentPart,
  findSandbox,
  type PageProof,
  type ParsedElement,
  ParseError,
} from "@headwater/reader";
import type { Method } from "@headwater/spec";
import { composeDocumentReader } from "../compose/document-reader.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

export type ReadCommandOptions = { method?: Method; json?: boolean; markdown?: boolean; proof?: boolean };

/** `headwater read`: prints the elements that the reader finds in a file. It needs no service and no data folder. */
export async function read(terminal: Terminal, file: string, options: ReadCommandOptions): Promise<void> {
  const bytes = await readFile(file).catch((cause: NodeJS.ErrnoException) => {
    throw new OperatorError(`${file} can't be read: ${whyNot(cause)}`, { cause });
  });
  const settings = readSettings(terminal.environment);
  const readDocument = composeDocumentReader({
    ...settings,
    sandbox: await findSandbox({ hidden: [resolve(settings.dataFolder)] }),
  });
  const write = writerOf(terminal.stdout, options);
  try {
    for await (const part of readDocument({ bytes, fileName: basename(file) }, { method: options.method })) {
      write(part);
    }
  } catch (error) {
    if (error instanceof ParseError) throw new OperatorError(`${file}: ${error.message}`, { cause: error });
    throw error;
  }
}

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  if (code === "ENOENT") return "there is no such file.";
  if (code === "EISDIR") return "it is a folder. Name a file in it.";
  if (code === "EACCES") return "its permissions forbid it.";
  return message;
}

type WritePart = (part: DocumentPart) => void;

/** `--json` prints one element per line and the totals last, so that long documents can be piped. */
function writerOf(stdout: NodeJS.WriteStream, { json, markdown, proof }: ReadCommandOptions): WritePart {
  const print = (line: string) => void stdout.write(`${printable(line)}\n`);
  const each = json ? JSON.stringify : markdown ? asMarkdown : asLine;
  return (part) => {
    if (part.kind === "elements") {
      for (const element of part.elements) print(each(element));
      return;
    }
    const { kind: _, ...totals } = part;
    if (json) return print(JSON.stringify(totals));
    const { failedPages, failure, message } = totals;
    if (failedPages.length > 0)
      print(`\n${failure ?? `Pages that could not be read: ${failedPages.join(", ")}`}`);
    if (message !== null) print(`\n${message}`);
    if (proof) print(`\n${proofLines(totals.proofs).join("\n")}`);
  };
}

/** `p. 3    98.7 % of 412 words are in the text; missing: 4,711.50 total`. */
function proofLines(proofs: readonly PageProof[] | undefined): string[] {
  if (!proofs) return ["This format has no pages to compare with."];
  return proofs.map(({ pageNumber, words, share, lost }) => {
    const missing = lost.length === 0 ? "" : `; missing: ${lost.join(" ")}`;
    const percent = (Math.floor(share * 1000) / 10).toFixed(1);
    return `p. ${String(pageNumber).padEnd(4)}${percent.padStart(5)} % of ${words} words are in the text${missing}`;
  });
}

const typeWidth = 18;

/** `p. 3  Title 2            Results`. Further lines of a text are indented below the first. */
function asLine({ type, level, pageNumber, text }: ParsedElement): string {
  const kind = level === undefined ? type : `${type} ${level}`;
  const head = `p. ${String(pageNumber).padEnd(4)}${kind.padEnd(typeWidth)} `;
  return head + text.split("\n").join(`\n${" ".repeat(head.length)}`);
}

const asMarkdown = ({ markdown, text }: ParsedElement): string => `${markdown ?? text}\n`;
