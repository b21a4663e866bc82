import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** `headwater webhook …`: the addresses that get the events of a project. Only the file of the given command is loaded. */
export function addWebhookCommands(program: Command, terminal: Terminal): void {
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
}
