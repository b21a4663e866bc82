import { inWords } from "../backup/sizes.ts";
import { addedModels, addModel, readEncoderFiles, removableModel } from "../compose/add-model.ts";
import { openModelShelf } from "../compose/model-shelf.ts";
import { readSettings } from "../config.ts";
import { OperatorError } from "../kernel/operator-error.ts";
import { isConfirmed } from "./flow/confirmed.ts";
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
  const known = new Set(models.map(({ name }) => name));
  const { dataFolder } = readSettings(terminal.environment);
  for (const name of await addedModels({ dataFolder }))
    if (!known.has(name)) rows.push([name, "", "", "added", `${dataFolder}/models/${name}`]);
  terminal.stdout.write(`${table(["NAME", "SIZE", "LICENCE", "FOR", "FOLDER"], rows)}\n`);
}

/** `headwater models add`: of a known model as `pull`; else copies an encoder from a folder or an archive, and measures it. */
export async function addGivenModel(
  terminal: Terminal,
  source: string,
  options: { yes?: boolean; sha256?: string; name?: string },
): Promise<void> {
  const { stdout, environment } = terminal;
  const known = await openShelf(terminal).list();
  if (known.some(({ name }) => name === source)) return pullModel(terminal, source, options);
  const found = await readEncoderFiles(source);
  const given = { ...found, name: options.name ?? found.name };
  if (options.sha256 !== undefined && options.sha256.toLowerCase() !== given.sha256)
    throw new OperatorError(`${source} has the SHA-256 ${given.sha256}, not ${options.sha256}.`);
  const bytes = [...given.files.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
  stdout.write(
    `${given.name}\nSize     ${inWords(bytes)}\nLicence  ${given.licence ?? "not stated in its files: ask where you got it"}\nSHA-256  ${given.sha256}\nSource   ${source}\n`,
  );
  if (!(await isConfirmed(terminal, "Add it?", options.yes))) {
    stdout.write("Nothing was added.\n");
    return;
  }
  const { folder, scale } = await addModel(readSettings(environment), given, (done) => {
    if (stdout.isTTY) stdout.write(`\r\u001b[KMeasuring: ${done} texts`);
  });
  if (stdout.isTTY) stdout.write("\r\u001b[K");
  const judges = scale
    ? "It reads German, French and Spanish, so answers are judged with it."
    : "It does not distinguish German, French and Spanish passages: it finds passages, and answers are judged by words.";
  const [before] = (environment.HEADWATER_EMBEDDING_MODEL || "built-in").split(",previous=");
  const use = `Use it with: HEADWATER_EMBEDDING_MODEL=local:${folder}`;
  stdout.write(
    before === "none"
      ? `Added. ${judges} ${use}\n`
      : `Added. ${judges} ${use},previous=${before}\nUntil every document is embedded with it, ${before} keeps answering; \`embedding\` of /readyz says how far it is.\n`,
  );
}

/** `headwater models remove`: says what goes, asks, and removes it. */
export async function removeModel(
  terminal: Terminal,
  name: string,
  options: { yes?: boolean },
): Promise<void> {
  const { stdout, environment } = terminal;
  const { folder, remove } = await removableModel(readSettings(environment), name);
  stdout.write(
    `${name} in ${folder}. Vectors that were made with it stay until another model has made all.\n`,
  );
  if (!(await isConfirmed(terminal, "Remove it?", options.yes))) {
    stdout.write("Nothing was removed.\n");
    return;
  }
  await remove();
  stdout.write("Removed.\n");
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
  if (!(await isConfirmed(terminal, "Fetch it?", options.yes))) {
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
