import type { ProjectId } from "../../kernel/ids.ts";

/** A text for language models that the llm nodes of a project share. */
export type Prompt = {
  promptId: string;
  projectId: ProjectId;
  name: string;
  /** With places for the question and the passages, see the llm node. */
  text: string;
  createdAt: Date;
};

/** Port: the prompts of a project. Ids of other projects are unknown here. */
export type PromptStore = {
  /** In the order in which they were created. */
  list(projectId: ProjectId): Promise<Prompt[]>;
  find(projectId: ProjectId, promptId: string): Promise<Prompt | null>;
  create(prompt: Prompt): Promise<void>;
  /** Null when there is none. */
  replace(
    projectId: ProjectId,
    promptId: string,
    prompt: Pick<Prompt, "name" | "text">,
  ): Promise<Prompt | null>;
  /** False when there is none. */
  remove(projectId: ProjectId, promptId: string): Promise<boolean>;
};
