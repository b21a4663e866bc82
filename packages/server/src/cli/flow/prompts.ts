import type { DeletedPrompt, Prompt, PromptList } from "@headwater/spec";
import { OperatorError } from "../../kernel/operator-error.ts";
import { connectRemote, type Remote } from "../remote.ts";
import { table } from "../table.ts";
import type { Terminal } from "../terminal.ts";
import { isConfirmed } from "./confirmed.ts";
import { sendJson } from "./flow-calls.ts";
import { createPrompt, listPrompts, promptPath } from "./flow-prompts.ts";
import { readText } from "./flow-source.ts";
import { print, printJson } from "./print.ts";

/** `headwater prompt list` */
export async function showPrompts(terminal: Terminal, { json }: { json?: boolean }): Promise<void> {
  const prompts = await listPrompts(await connectRemote(terminal));
  if (json) return printJson(terminal, { prompts, total: prompts.length } satisfies PromptList);
  if (prompts.length === 0)
    return print(terminal, "There is no prompt yet. Make one with: headwater prompt set <name> <file>");
  const rows = prompts.map(({ name, prompt_id, created_at }) => [name, prompt_id, created_at]);
  print(terminal, table(["NAME", "ID", "CREATED"], rows));
}

/** `headwater prompt show` */
export async function showPrompt(terminal: Terminal, name: string): Promise<void> {
  print(terminal, (await foundPrompt(await connectRemote(terminal), name)).text);
}

/** `headwater prompt set` */
export async function setPrompt(terminal: Terminal, name: string, path: string): Promise<void> {
  const text = await readText(path);
  const remote = await connectRemote(terminal);
  const prompt = await findPrompt(remote, name);
  if (!prompt) {
    await createPrompt(remote, { name, text });
    return print(terminal, `Prompt '${name}' created.`);
  }
  if (prompt.text === text) return print(terminal, `Prompt '${prompt.name}' is up to date.`);
  await replacePrompt(remote, prompt, { name: prompt.name, text });
  print(terminal, `Prompt '${prompt.name}' replaced.`);
}

/** `headwater prompt rename` */
export async function renamePrompt(terminal: Terminal, name: string, newName: string): Promise<void> {
  const remote = await connectRemote(terminal);
  const prompt = await foundPrompt(remote, name);
  if (await findPrompt(remote, newName))
    throw new OperatorError(`There is a prompt '${newName}' already. Choose another name.`);
  await replacePrompt(remote, prompt, { name: newName, text: prompt.text });
  print(terminal, `Prompt '${prompt.name}' is named '${newName}' now.`);
}

/** `headwater prompt delete` */
export async function deletePrompt(
  terminal: Terminal,
  name: string,
  { yes }: { yes?: boolean },
): Promise<void> {
  const remote = await connectRemote(terminal);
  const prompt = await foundPrompt(remote, name);
  if (!(await isConfirmed(terminal, `Delete the prompt '${prompt.name}'?`, yes)))
    return print(terminal, "Nothing was deleted.");
  const { message } = await remote<DeletedPrompt>(promptPath(prompt.prompt_id), { method: "DELETE" });
  print(terminal, message);
}

const replacePrompt = (remote: Remote, { prompt_id }: Prompt, body: { name: string; text: string }) =>
  sendJson<Prompt>(remote, "PUT", promptPath(prompt_id), body);

/** By its id, or by its name, which has to be the only one. */
async function findPrompt(remote: Remote, nameOrId: string): Promise<Prompt | undefined> {
  const prompts = await listPrompts(remote);
  const byId = prompts.find(({ prompt_id }) => prompt_id === nameOrId);
  const named = prompts.filter(({ name }) => name === nameOrId);
  if (byId || named.length < 2) return byId ?? named[0];
  const ids = named.map(({ prompt_id }) => prompt_id).join(", ");
  throw new OperatorError(`${named.length} prompts are named '${nameOrId}'. Name one by its id: ${ids}`);
}

async function foundPrompt(remote: Remote, nameOrId: string): Promise<Prompt> {
  const prompt = await findPrompt(remote, nameOrId);
  if (prompt) return prompt;
  throw new OperatorError(`There is no prompt '${nameOrId}'. List them with: headwater prompt list`);
}
