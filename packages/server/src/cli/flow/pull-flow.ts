import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import type { FlowDetail } from "@headwater/spec";
import { canonicalFlow, printFlowFile, withPromptTexts } from "@headwater/spec/flow-file";
import { OperatorError } from "../../kernel/operator-error.ts";
import { shellWord } from "../../kernel/shell-word.ts";
import { connectRemote } from "../remote.ts";
import type { Terminal } from "../terminal.ts";
import { readFlowFile } from "./file/read-flow-file.ts";
import { updateFlowFile } from "./file/update-flow-file.ts";
import { fileOf, flowPath } from "./flow-calls.ts";
import { promptsFor } from "./flow-prompts.ts";
import { isCode, readText } from "./flow-source.ts";
import { print } from "./print.ts";

/**
 * `headwater flow pull`: writes the draft into a file, as JSON if its name ends in `.json`, else as YAML. Comments of an existing YAML
 * file are kept. The file of another flow is not overwritten.
 */
export async function pullFlow(terminal: Terminal, name: string, given: string | undefined): Promise<void> {
  if (given !== undefined && isCode(given))
    throw new OperatorError(
      `${given} is code, which a flow is not written as. Name a file of YAML: ${name}.flow.yaml`,
      { exitCode: 2 },
    );
  const remote = await connectRemote(terminal);
  const draft = fileOf(await remote<FlowDetail>(flowPath(name, "/graph")));
  const flow = canonicalFlow(withPromptTexts(draft, await promptsFor(remote, draft.graph)));
  if (given === "-") return print(terminal, printFlowFile(flow).trimEnd());
  const path = given ?? `${name}.flow.yaml`;
  const before = await readText(path).catch(() => undefined);
  if (before === undefined) {
    await writeFile(path, printFlowFile(flow, extname(path) === ".json" ? "json" : "yaml"));
    return print(
      terminal,
      `${path} written: ${flow.graph.nodes.length} nodes. Send it back with: headwater flow push ${shellWord(path)}`,
    );
  }
  const { name: other } = readFlowFile(before, path);
  if (other !== name)
    throw new OperatorError(`${path} holds the flow ${other}. Name another file.`, { exitCode: 2 });
  const after = updateFlowFile(before, flow, path);
  if (after === before) return print(terminal, `${path} is up to date.`);
  await writeFile(path, after);
  print(terminal, `${path} brought up to date.`);
}
