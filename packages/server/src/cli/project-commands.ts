import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** `headwater project …`: projects, and what they may use and keep. Only the file of the given command is loaded. */
export function addProjectCommands(program: Command, terminal: Terminal): void {
  const project = program.command("project").description("create, list, rename and delete projects");
  project
    .command("create")
    .description("create a project with a first token")
    .argument("<name>")
    .action(async (name: string) => (await import("./project.ts")).createProject(terminal, name));
  project
    .command("list")
    .description("list the projects")
    .action(async () => (await import("./project.ts")).listProjects(terminal));
  project
    .command("rename")
    .description("give a project another name; its tokens and documents stay")
    .argument("<name>", "its name or id")
    .argument("<new-name>")
    .action(async (name: string, newName: string) =>
      (await import("./project.ts")).renameProject(terminal, name, newName),
    );
  project
    .command("delete")
    .description("show what a project holds; with its name repeated, delete all of it for good")
    .argument("<name>", "its name or id")
    .option("--confirm <name>", "the name of the project; the service must be stopped")
    .action(async (name: string, options) =>
      (await import("./project.ts")).removeProject(terminal, name, options),
    );
  project
    .command("limits")
    .description("show what a project may use, or change it; others stay as they are")
    .argument("<name>", "its name or id")
    .option("--bytes <size>", "of uploaded files, such as 500MB or 20GB")
    .option("--sources <count>", "documents and addresses")
    .option("--pages-per-day <count>", "pages that are read")
    .option("--questions-per-day <count>", "questions, searches, extractions and runs of flows")
    .option("--tokens-per-day <count>", "tokens of models behind addresses")
    .option("--concurrent-builds <count>", "documents that are read at a time; others wait")
    .addHelpText(
      "after",
      "\nEach takes a whole number, or `none` for no limit. A running service follows within seconds.",
    )
    .action(async (name: string, options) =>
      (await import("./project-usage.ts")).limitProject(terminal, name, options),
    );
  project
    .command("retention")
    .description(
      "show after how many days things of a project are removed, or change it; others stay as they are",
    )
    .argument("<name>", "its name or id")
    .option("--conversations <days>", "conversations with their answers, after their latest question")
    .option("--runs <days>", "runs of flows with their traces, and what nodes of drafts gave")
    .option(
      "--originals <days>",
      "uploaded files, after their upload; what was read from them stays and answers",
    )
    .addHelpText(
      "after",
      "\nEach takes a whole number of days, or `none`. What is older is removed for good within the hour; only a backup brings it back.",
    )
    .action(async (name: string, options) =>
      (await import("./project-retention.ts")).retainProject(terminal, name, options),
    );
  project
    .command("usage")
    .description("show what a project keeps and has used, beside its limits")
    .argument("[name]", "its name or id (default: the first one)")
    .option("--days <count>", "how many days back, today among them", "7")
    .option("--json", "print it as JSON")
    .action(async (name: string | undefined, options) =>
      (await import("./project-usage.ts")).showUsage(terminal, name, options),
    );
}
