import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

const exitCodes =
  "\nExits with 0 when all is well, 1 when something needs attention, 2 when it could not be done.";

/** The commands that check, copy or mend what is stored. Only the file of the given command is loaded. */
export function addDataCommands(program: Command, terminal: Terminal): void {
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
}
