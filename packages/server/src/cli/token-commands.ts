import type { Command } from "commander";
import type { Terminal } from "./terminal.ts";

/** `headwater token …`: the API tokens of projects. Only the file of the given command is loaded. */
export function addTokenCommands(program: Command, terminal: Terminal): void {
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
}
