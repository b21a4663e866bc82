import { type Command, InvalidArgumentError } from "commander";
import type { Terminal } from "../terminal.ts";

const exitCodes = "\nExits with 0 when all passes, 1 when something fails, 2 when it could not be tried.";
const json = "print what the service answers as JSON";

/** `headwater flow …`: talks to the running service. Only the file of the given command is loaded. */
export function addFlowCommands(program: Command, terminal: Terminal): void {
  const flow = program
    .command("flow")
    .description("make, compare, test, deploy and run flows of the running service")
    .addHelpText(
      "after",
      "\nA flow is a YAML or JSON file, or a module: export default defineFlow(…) of @headwater/client/flows.",
    );

  flow
    .command("list")
    .description("list the flows of the project")
    .option("--json", json)
    .action(async (options) => (await import("./list-flows.ts")).listFlows(terminal, options));
  flow
    .command("pull")
    .description("write the draft of a flow into a file; comments of a YAML file stay")
    .argument("<name>")
    .argument("[file]", "YAML, or JSON if it ends in .json; - for the screen (default: <name>.flow.yaml)")
    .action(async (name, file) => (await import("./pull-flow.ts")).pullFlow(terminal, name, file));
  flow
    .command("push")
    .description("show what a file changes, ask, and replace the draft of its flow, or make the flow")
    .argument("<file>")
    .option("-y, --yes", "do not ask")
    .action(async (file, options) => (await import("./push-flow.ts")).pushFlow(terminal, file, options));
  flow
    .command("diff")
    .description("show what a file would change, or what differs between two versions or runs of a flow")
    .argument("<file-or-name>")
    .option(
      "--from <version>",
      "number or id of a revision, id of a run, or draft (default: the deployed one)",
    )
    .option("--to <version>", "the same (default: draft)")
    .option("--json", "print the differences as JSON")
    .addHelpText("after", "\nExits with 1 when anything is different.")
    .action(async (target, options) =>
      (await import("./compare-flow.ts")).compareFlow(terminal, target, options),
    );

  flow
    .command("deploy")
    .description("let the draft answer from now on")
    .argument("<name>")
    .option("-d, --description <text>", "what the flow does, for an agent that may call it")
    .action(async (name, options) => (await import("./revisions.ts")).deployFlow(terminal, name, options));
  flow
    .command("undeploy")
    .description("let nothing answer; the revisions stay")
    .argument("<name>")
    .action(async (name) => (await import("./revisions.ts")).undeployFlow(terminal, name));
  flow
    .command("revisions")
    .description("list the revisions of a flow, the newest first")
    .argument("<name>")
    .option("--json", json)
    .action(async (name, options) => (await import("./revisions.ts")).listRevisions(terminal, name, options));
  flow
    .command("rollback")
    .description("let an earlier revision answer again, unchanged")
    .argument("<name>")
    .argument("<revision>", "its number or id, as `flow revisions` shows them")
    .action(async (name, revision) =>
      (await import("./revisions.ts")).rollbackFlow(terminal, name, revision),
    );

  flow
    .command("run")
    .description("run the deployed flow")
    .argument("<name>")
    .argument("[query]", "in quotes")
    .option("-r, --revision <revision>", "another revision, by number or id")
    .option("--page <number>", "which page of the items", wholeNumber)
    .option("--page-size <number>", "items of a page", wholeNumber)
    .option("--json", json)
    .action(async (name, query, options) =>
      (await import("./run-flow.ts")).runFlow(terminal, name, query, options),
    );
  flow
    .command("simulate")
    .description("run the draft")
    .argument("<name>")
    .argument("<query>", "in quotes")
    .option("--page <number>", "which page of the items", wholeNumber)
    .option("--page-size <number>", "items of a page", wholeNumber)
    .option("--json", json)
    .action(async (name, query, options) =>
      (await import("./run-flow.ts")).simulateFlow(terminal, name, query, options),
    );
  flow
    .command("explain")
    .description("say which nodes the next simulation runs, why, and what that costs; runs nothing")
    .argument("<name>")
    .argument("[query]", "in quotes (default: that of the latest simulation)")
    .option("--json", json)
    .action(async (name, query, options) =>
      (await import("./run-flow.ts")).explainFlow(terminal, name, query, options),
    );
  flow
    .command("runs")
    .description("list the latest runs and simulations of a flow")
    .argument("<name>")
    .option("--json", json)
    .action(async (name, options) => (await import("./traces.ts")).listRuns(terminal, name, options));
  flow
    .command("trace")
    .description("show what each node did in a run")
    .argument("<name>")
    .argument("<run>", "its id, as `flow runs` shows it")
    .option("--json", json)
    .action(async (name, run, options) =>
      (await import("./traces.ts")).traceRun(terminal, name, run, options),
    );
  flow
    .command("replay")
    .description("run the query of a run again")
    .argument("<name>")
    .argument("<run>", "its id, as `flow runs` shows it")
    .option(
      "-r, --revision <revision>",
      "number or id of a revision, or draft (default: what the run ran on)",
    )
    .option("--json", json)
    .action(async (name, run, options) =>
      (await import("./traces.ts")).replayRun(terminal, name, run, options),
    );

  flow
    .command("test")
    .description("ask a flow the questions of a file and check what comes")
    .argument("<file>", "YAML or JSON: flow, cases")
    .option("--junit <file>", "write the result for a CI server, too")
    .option("--update", "take the node outputs of this run as golden")
    .addHelpText("after", exitCodes)
    .action(async (file, options) => (await import("./test/test-flow.ts")).testFlow(terminal, file, options));
  flow
    .command("eval")
    .description("measure how well a flow serves the questions of a file")
    .argument("<file>", "YAML or JSON, as for `flow test`")
    .option("--fail-under <metric=value...>", "such as recall=0.9; fails when a metric is lower or unknown")
    .option("--json", "print the figures as JSON")
    .addHelpText("after", exitCodes)
    .action(async (file, options) =>
      (await import("./test/evaluate-flow.ts")).evaluateFlow(terminal, file, options),
    );
}

function wholeNumber(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number from 1.");
}
