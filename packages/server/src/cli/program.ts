import { methods, thinkingLevels } from "@headwater/spec";
import { Command, Option } from "commander";
import { version } from "../version.ts";
import { addDataCommands } from "./data-commands.ts";
import { addFlowCommands } from "./flow/flow-commands.ts";
import { addPromptCommands } from "./flow/prompt-commands.ts";
import { addModelCommands } from "./model-commands.ts";
import { addProjectCommands } from "./project-commands.ts";
import { settingsHelp } from "./settings-help.ts";
import type { Terminal } from "./terminal.ts";
import { addTokenCommands } from "./token-commands.ts";
import { addWebhookCommands } from "./webhook-commands.ts";

/** The values of an option that is given several times. A list in one would swallow the arguments behind it. */
const gathered = (value: string, before: string[] = []): string[] => [...before, value];

/** The command line: its commands and the file behind each. Only the file of the given command is loaded. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command("headwater")
    .description("Documents in, cited answers out: the Headwater service and its command line.")
    .version(version)
    .exitOverride()
    .showHelpAfterError("(headwater --help shows what can be typed)")
    .addHelpText(
      "after",
      "\nSettings come from the environment or .env; `headwater serve --help` lists them.",
    );

  program
    .command("serve")
    .description("start the service")
    .addOption(
      new Option("--role <role>", "what this process does (or HEADWATER_ROLE)").choices([
        "all",
        "api",
        "worker",
      ]),
    )
    .option("--workbench", "also start the workbench, at http://127.0.0.1:3000 (or HEADWATER_DEMO_PORT)")
    .addHelpText("after", () => `\n${settingsHelp()}`)
    .action(async (options) => (await import("./serve.ts")).serve(terminal, options));

  program
    .command("ingest")
    .description("send files to the running service and wait until they can be asked about")
    .argument("<files...>", "paths of documents")
    .addOption(new Option("-m, --method <method>", "how to read them").choices(methods))
    .option("--tag <tag>", "collect them under this tag (give it again for more)", gathered)
    .option("--no-wait", "return as soon as the service has them")
    .action(async (files: string[], options) =>
      (await import("./ingest.ts")).ingest(terminal, files, options),
    );

  program
    .command("list")
    .description("list the documents of the running service, the newest first")
    .option("--tag <tag>", "only those with this tag (give it again for those with either)", gathered)
    .option("-q, --query <text>", "only those whose name contains this text")
    .option("--json", "print the whole list as JSON")
    .action(async (options) => (await import("./list-sources.ts")).listSources(terminal, options));

  program
    .command("ask")
    .description("ask the running service a question about the ingested documents")
    .argument("<question>", "in quotes")
    .option("-f, --file <ids...>", "only these file ids")
    .option("--tag <tag>", "only documents with this tag (give it again for those with either)", gathered)
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
    .option("--proof", "of each page, which words that it shows are missing in the text")
    .action(async (file: string, options) => (await import("./read.ts")).read(terminal, file, options));

  program
    .command("mcp")
    .description("let an agent on this machine use the running service, by the Model Context Protocol")
    .option("--allow <folders...>", "folders whose files the agent may ingest (default: none)")
    .addHelpText(
      "after",
      "\nIt speaks over standard input and output, as desktop clients start it. An agent elsewhere takes <address>/mcp.",
    )
    .action(async (options) => (await import("./mcp.ts")).mcp(terminal, options));
  addFlowCommands(program, terminal);
  addPromptCommands(program, terminal);

  addTokenCommands(program, terminal);
  addProjectCommands(program, terminal);
  addWebhookCommands(program, terminal);
  addModelCommands(program, terminal);
  addDataCommands(program, terminal);
  return program;
}
