import { createInterface } from "node:readline/promises";
import { inWords } from "../backup/sizes.ts";
import { openModelShelf } from "../compose/model-shelf.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

const openShelf = ({ environment }: Terminal) => openModelShelf(readSettings(environment));

/** `headwater models list` */
export async function listModels(terminal: Terminal): Promise<void> {
  const models = await openShelf(terminal).list();
  const rows = models.map(({ name, bytes, licence, about, isThere, folder }) => [
    ...[name, inWords(bytes), licence, about],
    isThere ? folder : "",
  ]);
  terminal.stdout.write(`${table(["NAME", "SIZE", "LICENCE", "FOR", "FOLDER"], rows)}\n`);
}

/** `headwater models pull`: says what it will fetch, asks, fetches, and says how to use it. */
export async function pullModel(terminal: Terminal, name: string, options: { yes?: boolean }): Promise<void> {
  const { stdout } = terminal;
  const shelf = openShelf(terminal);
  const model = await shelf.find(name);
  const use = `Use it with: HEADWATER_EMBEDDING_MODEL=local:${model.folder}\n`;
  if (model.isThere) {
    stdout.write(`${name} is in ${model.folder} already. ${use}`);
    return;
  }
  stdout.write(
    `${name}: ${model.about}\nSize     ${inWords(model.bytes)}\nLicence  ${model.licence}\nSource   ${model.source}\nFolder   ${model.folder}\n`,
  );
  if (!options.yes && !(await isWanted(stdout))) {
    stdout.write("Nothing was fetched.\n");
    return;
  }
  const stopping = new AbortController();
  const stop = () =>
    stopping.abort(new OperatorError("Stopped; run the command again to go on.", { exitCode: 130 }));
  process.once("SIGINT", stop);
  try {
    await shelf.pull(name, {
      signal: stopping.signal,
      onBytes(done) {
        if (stdout.isTTY) stdout.write(`\r\u001b[KFetching: ${inWords(done)} of ${inWords(model.bytes)}`);
      },
    });
  } finally {
    process.off("SIGINT", stop);
    if (stdout.isTTY) stdout.write("\r\u001b[K");
  }
  stdout.write(`Fetched, every hash as expected. ${use}`);
}

async function isWanted(stdout: NodeJS.WriteStream): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new OperatorError("This is not a terminal, so you can't be asked. Add --yes to fetch it.", {
      exitCode: 2,
    });
  const questions = createInterface({ input: process.stdin, output: stdout });
  try {
    return /^y(es)?$/i.test((await questions.question("Fetch it? [y/N] ")).trim());
  } finally {
    questions.close();
  }
}
