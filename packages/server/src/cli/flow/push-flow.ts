import type { FlowChange, FlowDetail } from "@headwater/spec";
import { type FlowFile, withPromptNames } from "@headwater/spec/flow-file";
import { diffText } from "../../flows/graph/diff-graphs.ts";
import { unfedNodes, unfedText } from "../../flows/graph/unfed-node.ts";
import { OperatorError } from "../../kernel/operator-error.ts";
import { connectRemote, type Remote } from "../remote.ts";
import { RemoteError } from "../remote-error.ts";
import type { Terminal } from "../terminal.ts";
import { isConfirmed } from "./confirmed.ts";
import { diffFlows, movedIn } from "./diff-flows.ts";
import { fileOf, flowPath, sendJson } from "./flow-calls.ts";
import { comparePrompts, createPrompt, promptsFor } from "./flow-prompts.ts";
import { readFlow } from "./flow-source.ts";
import { print } from "./print.ts";

const emptyFlow = (name: string): FlowFile => ({ name, description: null, graph: { nodes: [], edges: [] } });

/**
 * `headwater flow push`: shows what changes, asks, and replaces the draft, or makes the flow. A draft that somebody changed in between is
 * left alone.
 */
export async function pushFlow(terminal: Terminal, path: string, { yes }: { yes?: boolean }): Promise<void> {
  const remote = await connectRemote(terminal);
  const { flow, now, changes, moved, different } = await compareFile(remote, await readFlow(path));
  if (now && changes.length === 0 && moved === 0)
    return print(terminal, `Flow '${flow.name}' is up to date.`);
  if (changes.length > 0) print(terminal, diffText(changes));
  if (moved > 0)
    print(terminal, `${moved} ${moved === 1 ? "node stands" : "nodes stand"} elsewhere on the canvas.`);
  for (const prompt of different)
    print(terminal, `Prompt '${prompt}' has another text in this project, and stays as it is.`);
  for (const node of unfedNodes(flow.graph))
    print(terminal, `Warning: ${path}: nodes.${node.id} ${unfedText(node)}`);
  const question = now ? `Replace the draft of '${flow.name}'?` : `Create the flow '${flow.name}'?`;
  if (!(await isConfirmed(terminal, question, yes))) return print(terminal, "Nothing was sent.");
  const isMissing = (name: string) => changes.some((change) => change.path === `prompts[${name}]`);
  for (const prompt of flow.prompts ?? []) if (isMissing(prompt.name)) await createPrompt(remote, prompt);
  const { version } = now
    ? await sendJson<FlowDetail>(
        remote,
        "PUT",
        flowPath(flow.name, "/graph"),
        // A description that is left out would stay.
        { graph: flow.graph, description: flow.description ?? "" },
        { "if-match": `"${now.version}"` },
      )
    : await sendJson<FlowDetail>(remote, "POST", "/flows/create", {
        name: flow.name,
        graph: flow.graph,
        ...(flow.description === null ? {} : { description: flow.description }),
      });
  print(
    terminal,
    now
      ? `Draft replaced: version ${version}. Publish it with: headwater flow deploy ${flow.name}`
      : `Flow '${flow.name}' created. Try it with: headwater flow simulate ${flow.name} "<question>"`,
  );
}

/** A file beside the draft of its flow. */
export type ComparedFile = {
  /** The flow of the file, and as it is now; undefined when there is none. */
  flow: FlowFile;
  now: FlowDetail | undefined;
  /** With the prompts that pushing makes. */
  changes: FlowChange[];
  /** How many nodes have another place on the canvas. */
  moved: number;
  /** Prompts that have another text in the project. */
  different: string[];
};

/** What a file changes in the draft of its flow, both with prompts by name. */
export async function compareFile(remote: Remote, file: FlowFile): Promise<ComparedFile> {
  const now = await findFlow(remote, file.name);
  const before = now ? fileOf(now) : emptyFlow(file.name);
  const prompts = await promptsFor(remote, file.graph, before.graph);
  const flow = withPromptNames(file, prompts);
  const { missing, different } = comparePrompts(flow, prompts);
  return {
    flow,
    now,
    changes: [...diffFlows(withPromptNames(before, prompts), flow), ...missing],
    moved: movedIn(before, flow),
    different,
  };
}

/**
 * The flow of this name; undefined when there is none. Throws an OperatorError when the name belongs to another project:
 * names are part of addresses, so a server has each of them once.
 */
export async function findFlow(remote: Remote, name: string): Promise<FlowDetail | undefined> {
  try {
    return await remote<FlowDetail>(flowPath(name, "/graph"));
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    if (error.status === 404) return undefined;
    if (error.status !== 403) throw error;
    throw new OperatorError(
      `Flow name '${name}' is taken by another project: a name is there once per server. Choose another name, or use a token of that project.`,
      { cause: error },
    );
  }
}
