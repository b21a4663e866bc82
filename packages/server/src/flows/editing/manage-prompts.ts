import { limits } from "@headwater/spec";
import type { Clock } from "../../kernel/clock.ts";
import { newId, type ProjectId } from "../../kernel/ids.ts";
import { promptNotFound, tooManyPrompts } from "../flow/errors.ts";
import type { FlowNode } from "../flow/flow.ts";
import type { Prompt, PromptStore } from "../flow/prompt-store.ts";

export type PromptInput = Pick<Prompt, "name" | "text">;

/** The prompts of a project. Throws 404 for one that it does not have. */
export type ManagePrompts = {
  /** By name. */
  list(projectId: ProjectId): Promise<Prompt[]>;
  create(projectId: ProjectId, prompt: PromptInput): Promise<Prompt>;
  replace(projectId: ProjectId, promptId: string, prompt: PromptInput): Promise<Prompt>;
  /** The nodes of a flow of the project, those that write by a prompt with its name as `prompt`. */
  withNames<Node extends Pick<FlowNode, "type" | "config">>(
    projectId: ProjectId,
    nodes: Node[],
  ): Promise<Node[]>;
  /** Answers what it was. */
  remove(projectId: ProjectId, promptId: string): Promise<Prompt>;
};

export function createManagePrompts({
  prompts,
  clock,
}: {
  prompts: PromptStore;
  clock: Clock;
}): ManagePrompts {
  return {
    async list(projectId) {
      const all = await prompts.list(projectId);
      return all.sort((one, other) => one.name.localeCompare(other.name, "en"));
    },
    async create(projectId, { name, text }) {
      if ((await prompts.list(projectId)).length >= limits.maxPrompts) throw tooManyPrompts();
      const prompt = { promptId: newId(), projectId, name, text, createdAt: clock.now() };
      await prompts.create(prompt);
      return prompt;
    },
    async replace(projectId, promptId, { name, text }) {
      const replaced = await prompts.replace(projectId, promptId, { name, text });
      if (!replaced) throw promptNotFound();
      return replaced;
    },
    async withNames(projectId, nodes) {
      if (!nodes.some(({ type, config }) => type === "llm" && config.promptId !== undefined)) return nodes;
      const all = await prompts.list(projectId);
      const names = new Map(all.map(({ promptId, name }) => [promptId as unknown, name]));
      return nodes.map((node) => {
        const prompt = node.type === "llm" ? names.get(node.config.promptId) : undefined;
        return prompt === undefined ? node : { ...node, config: { ...node.config, prompt } };
      });
    },
    async remove(projectId, promptId) {
      const prompt = await prompts.find(projectId, promptId);
      if (!prompt || !(await prompts.remove(projectId, promptId))) throw promptNotFound();
      return prompt;
    },
  };
}
