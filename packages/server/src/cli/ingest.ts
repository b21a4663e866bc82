import { constants, openAsBlob } from "node:fs";
import { access, stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Build, ScheduledBuild } from "@headwater/spec";
import { OperatorError } from "../kernel/operator-error.ts";
import { printable, printableInLine } from "./printable.ts";
import { connectRemote, type Remote } from "./remote.ts";
import type { Terminal } from "./terminal.ts";

export type IngestOptions = { method?: string; tag?: string[]; wait: boolean };

const maxWaitSeconds = 20;
/** The contract's message of a build of which there is no more to know. */
const nothingToSay = "Source processed successfully";

/** `headwater ingest`: one line per file; the exit code is 1 when any of them failed. */
export async function ingest(terminal: Terminal, files: string[], options: IngestOptions): Promise<void> {
  const remote = await connectRemote(terminal);
  let failed = 0;
  for (const file of files) {
    const name = basename(file);
    const line = await ingestOne(remote, file, options, (text) =>
      progress(terminal, `${name}  ${text}`),
    ).catch((error: Error) => {
      failed += 1;
      return `failed: ${error.message}`;
    });
    progress(terminal, "");
    terminal.stdout.write(`${printableInLine(name)}  ${printable(line)}\n`);
  }
  if (failed > 0) throw new OperatorError(`${failed} of ${files.length} files failed.`);
}

async function ingestOne(remote: Remote, file: string, options: IngestOptions, show: (text: string) => void) {
  // Check the file first: opening it does not, so a missing file would only show while it is sent.
  const found = await access(file, constants.R_OK)
    .then(() => stat(file))
    .catch((cause: unknown) => {
      throw new OperatorError("there is no such file, or it can't be read", { cause });
    });
  // Opening a pipe waits for its other end, for ever and on the only thread.
  if (!found.isFile()) throw new OperatorError("this is not a file");
  const blob = await openAsBlob(file);
  const form = new FormData();
  form.set("file", blob, basename(file));
  if (options.method !== undefined) form.set("method", options.method);
  for (const tag of options.tag ?? []) form.append("tags", tag);
  show("sending");
  const timeoutMs = 30 * 60_000;
  const { build_id } = await remote<ScheduledBuild>("/sources/ingest-file", {
    method: "POST",
    body: form,
    timeoutMs,
  });
  if (!options.wait) return `accepted, build ${build_id}`;
  return waitFor(remote, build_id, show);
}

async function waitFor(remote: Remote, buildId: string, show: (text: string) => void): Promise<string> {
  for (;;) {
    // Short waits keep the progress moving. The loop ends, because the service ends every build.
    const build = await remote<Build>(`/sources/builds/${buildId}?suppress_elements=true`, {
      headers: { prefer: `wait=${process.stdout.isTTY ? 1 : maxWaitSeconds}` },
    });
    if (build.status === "Completed") {
      const pages = counted(build.total_pages ?? 0, "page");
      const same = build.duplicate_of ? `, copied from the same file ${build.duplicate_of}` : "";
      const ready = `ready: ${pages}, ${counted(build.total_partitions ?? 0, "element")}, file ${build.file_id}${same}`;
      return build.message === nothingToSay ? ready : `${ready}\n  ${build.message}`;
    }
    if (build.status !== "Pending" && build.status !== "Processing") {
      throw new OperatorError(build.error ?? build.message ?? build.status);
    }
    show(
      build.progress
        ? `${build.progress.done} of ${build.progress.total} ${build.progress.unit}`
        : build.status,
    );
  }
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** Redraws one line on a terminal. When the output goes elsewhere, only results are printed. */
function progress({ stdout }: Terminal, text: string): void {
  if (stdout.isTTY) stdout.write(`\r\u001b[2K${printableInLine(text)}`);
}
