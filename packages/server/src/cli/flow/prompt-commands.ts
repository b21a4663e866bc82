import type { Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** `headwater prompt …`: the prompts that the llm nodes of a project share. Only the file of the given command is loaded. */
export function addPromptCommands(program: Command, terminal: Terminal): void {
  const prompt = program
    .command("prompt")
    .description("list, read, write, rename and delete the prompts that flows write by")
    .addHelpText(
      "after",
      "\nA file of a flow carries its prompts; `headwater flow push` makes those that are missing.",
    );

  prompt
    .command("list")
    .description("list the prompts of the project")
    .option("--json", "print what the service answers as JSON")
    .action(async (options) => (await import("./prompts.ts")).showPrompts(terminal, options));
  prompt
    .command("show")
    .description("print the text of a prompt")
    .argument("<name>", "its name or id")
    .action(async (name) => (await import("./prompts.ts")).showPrompt(terminal, name));
  prompt
    .command("set")
    .description("make a prompt, or replace its text; every flow that names it writes by it from then on")
    .argument("<name>", "its name or id")
    .argument("<file>", "a file with the text")
    .action(async (name, file) => (await import("./prompts.ts")).setPrompt(terminal, name, file));
  prompt
    .command("rename")
    .description("give a prompt another name; flows that have it keep it")
    .argument("<name>", "its name or id")
    .argument("<new-name>")
    .action(async (name, newName) => (await import("./prompts.ts")).renamePrompt(terminal, name, newName));
  prompt
    .command("delete")
    .description("ask, and delete a prompt; runs of flows that name it fail from then on")
    .argument("<name>", "its name or id")
    .option("-y, --yes", "do not ask")
    .action(async (name, options) => (await import("./prompts.ts")).deletePrompt(terminal, name, options));
}
