import { methods, thinkingLevels } from "@headwater/spec";
import { Command, Option } from "commander";
import { version } from "../version.ts";
import { settingsHelp } from "./settings-help.ts";

export type Terminal = {
  environment: Record<string, string | undefined>;
  stdout: NodeJS.WriteStream;
};

/** The command line: what can be typed, and which file answers it; that one alone is loaded. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("headwater")
    .description("Documents in, cited answers out: the Headwater service and its command line.")
    .version(version)
    .showHelpAfterError("(headwater --help shows what can be typed)")
    .addHelpText(
      "after",
      "\nSettings come from the environment or .env; `headwater serve --help` lists them.",
    );

  program
    .command("serve")
    .description("start the service")
    .addHelpText("after", () => `\n${settingsHelp()}`)
    .action(async () => (await import("./serve.ts")).serve(terminal));

  program
    .command("ingest")
    .description("send files to the running service and wait until they can be asked about")
    .argument("<files...>", "paths of documents")
    .addOption(new Option("-m, --method <method>", "how to read them").choices(methods))
    .option("--no-wait", "return as soon as the service has them")
    .action(async (files: string[], options) =>
      (await import("./ingest.ts")).ingest(terminal, files, options),
    );

  program
    .command("ask")
    .description("ask the running service a question about the ingested documents")
    .argument("<question>", "in quotes")
    .option("-f, --file <ids...>", "only these file ids")
    .option("-c, --conversation <id>", "continue a conversation")
    .addOption(new Option("-t, --thinking <level>", "how hard to think").choices(thinkingLevels))
    .option("--json", "print the whole answer as JSON")
    .action(async (question: string, options) => (await import("./ask.ts")).ask(terminal, question, options));

  program
    .command("read")
    .description("show what the reader sees in a file; needs no service")
    .argument("<file>", "path of a document")
    .addOption(new Option("-m, --method <method>", "how to read it").choices(methods))
    .addOption(new Option("--json", "an element a line as JSON, the totals last").conflicts("markdown"))
    .option("--markdown", "the document as Markdown")
    .action(async (file: string, options) => (await import("./read.ts")).read(terminal, file, options));

  const token = program.command("token").description("create, list and revoke API tokens");
  token
    .command("create")
    .description("create a token; it is shown once")
    .argument("[name]", "what to call it", "unnamed")
    .option("-p, --project <name>", "its project (default: the first one)")
    .option("--read-only", "may read and ask, not ingest or delete")
    .option("--expires <days>", "days until it ends")
    .action(async (name: string, options) =>
      (await import("./token.ts")).createProjectToken(terminal, name, options),
    );
  token
    .command("list")
    .description("list the tokens of a project, without their secrets")
    .option("-p, --project <name>", "the project (default: the first one)")
    .action(async (options) => (await import("./token.ts")).listTokens(terminal, options));
  token
    .command("revoke")
    .description("end a token at once")
    .argument("<id>", "its id or prefix, as `token list` shows them")
    .action(async (id: string) => (await import("./token.ts")).revokeToken(terminal, id));

  const project = program.command("project").description("create and list projects");
  project
    .command("create")
    .description("create a project with a first token")
    .argument("<name>")
    .action(async (name: string) => (await import("./project.ts")).createProject(terminal, name));
  project
    .command("list")
    .description("list the projects")
    .action(async () => (await import("./project.ts")).listProjects(terminal));

  program
    .command("doctor")
    .description("check settings, folders, database, index and models, and say what to do")
    .action(async () => (await import("./doctor.ts")).doctor(terminal));

  return program;
}
