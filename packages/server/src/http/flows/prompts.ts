import type { Prompt as WirePrompt } from "@headwater/spec";
import type { Prompt } from "../../flows/flow/prompt-store.ts";
import { defineRoute } from "../define-route.ts";

export const listPrompts = defineRoute(
  "listPrompts",
  async ({ caller }, { managePrompts }) => {
    const prompts = await managePrompts.list(caller.projectId);
    return { prompts: prompts.map(presentPrompt), total: prompts.length };
  },
  { elsewhere: "always", failure: "Failed to retrieve prompts" },
);

export const createPrompt = defineRoute(
  "createPrompt",
  async ({ body, caller }, { managePrompts }) =>
    presentPrompt(await managePrompts.create(caller.projectId, body)),
  { elsewhere: "always", stores: true, failure: "Failed to create prompt" },
);

export const replacePrompt = defineRoute(
  "replacePrompt",
  async ({ params, body, caller }, { managePrompts }) =>
    presentPrompt(await managePrompts.replace(caller.projectId, params.prompt_id, body)),
  { elsewhere: "always", stores: true, failure: "Failed to replace prompt" },
);

export const deletePrompt = defineRoute(
  "deletePrompt",
  async ({ params, caller }, { managePrompts }) => {
    const { name, promptId } = await managePrompts.remove(caller.projectId, params.prompt_id);
    return { success: true, message: `Prompt '${name}' deleted successfully`, prompt_id: promptId };
  },
  { elsewhere: "always", failure: "Failed to delete prompt" },
);

const presentPrompt = ({ promptId, name, text, createdAt }: Prompt): WirePrompt => ({
  prompt_id: promptId,
  name,
  text,
  created_at: createdAt.toISOString(),
});
