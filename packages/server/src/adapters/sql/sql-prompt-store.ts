import type { Kysely, Selectable } from "kysely";
import type { Prompt, PromptStore } from "../../flows/flow/prompt-store.ts";
import type { ProjectId } from "../../kernel/ids.ts";
import { toInstant, toText } from "./instants.ts";
import type { Database } from "./schema.ts";

export const createSqlPromptStore = (database: Kysely<Database>): PromptStore => {
  const prompts = (projectId: ProjectId) =>
    database.selectFrom("prompts").selectAll().where("project_id", "=", projectId);

  return {
    async list(projectId) {
      const rows = await prompts(projectId).orderBy("created_at").orderBy("prompt_id").execute();
      return rows.map(toPrompt);
    },

    async find(projectId, promptId) {
      const row = await prompts(projectId).where("prompt_id", "=", promptId).executeTakeFirst();
      return row ? toPrompt(row) : null;
    },

    async create({ promptId, projectId, createdAt, ...texts }) {
      await database
        .insertInto("prompts")
        .values({
          prompt_id: promptId,
          project_id: projectId,
          ...toTexts(texts),
          created_at: toText(createdAt),
        })
        .execute();
    },

    async replace(projectId, promptId, prompt) {
      const row = await database
        .updateTable("prompts")
        .set(toTexts(prompt))
        .where("project_id", "=", projectId)
        .where("prompt_id", "=", promptId)
        .returningAll()
        .executeTakeFirst();
      return row ? toPrompt(row) : null;
    },

    async remove(projectId, promptId) {
      const { numDeletedRows } = await database
        .deleteFrom("prompts")
        .where("project_id", "=", projectId)
        .where("prompt_id", "=", promptId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },
  };
};

const toTexts = ({ name, text }: Pick<Prompt, "name" | "text">) => ({
  name: JSON.stringify(name),
  text: JSON.stringify(text),
});

const toPrompt = (row: Selectable<Database["prompts"]>): Prompt => ({
  promptId: row.prompt_id,
  projectId: row.project_id,
  name: JSON.parse(row.name),
  text: JSON.parse(row.text),
  createdAt: toInstant(row.created_at),
});
