import type { Kysely, Selectable } from "kysely";
import type { Project, ProjectStore } from "../../auth/project.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import { toInstant, toText } from "./instants.ts";
import { removeProject } from "./remove-project.ts";
import type { Database } from "./schema.ts";
import { toTokenRow } from "./token-row.ts";

export const createSqlProjectStore = (database: Kysely<Database>): ProjectStore => ({
  async create(project, firstToken) {
    await database.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto("projects")
        .values({
          project_id: project.projectId,
          name: project.name,
          created_at: toText(project.createdAt),
        })
        .onConflict((conflict) => conflict.column("name").doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) {
        throw nameTaken(project.name);
      }
      await transaction.insertInto("tokens").values(toTokenRow(firstToken)).execute();
    });
  },

  async list() {
    const rows = await database
      .selectFrom("projects")
      .selectAll()
      .orderBy("created_at")
      .orderBy("name")
      .execute();
    return rows.map(toProject);
  },

  async find(projectId) {
    const row = await database
      .selectFrom("projects")
      .selectAll()
      .where("project_id", "=", projectId)
      .executeTakeFirst();
    return row ? toProject(row) : null;
  },

  async findByName(name) {
    const row = await database.selectFrom("projects").selectAll().where("name", "=", name).executeTakeFirst();
    return row ? toProject(row) : null;
  },

  rename: (projectId, name) =>
    database.transaction().execute(async (transaction) => {
      // Compares every sidecar at the next start: each says the name of its project.
      await transaction.updateTable("store").set({ sidecars_mended_at: null }).execute();
      const taken = await transaction
        .selectFrom("projects")
        .select("project_id")
        .where("name", "=", name)
        .where("project_id", "!=", projectId)
        .executeTakeFirst();
      if (taken) throw nameTaken(name);
      const { numUpdatedRows } = await transaction
        .updateTable("projects")
        .set({ name })
        .where("project_id", "=", projectId)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    }),

  async contents(projectId) {
    const countIn = async (table: "sources" | "conversations" | "flows" | "prompts" | "tokens") => {
      const { count } = await database
        .selectFrom(table)
        .select(({ fn }) => fn.countAll().as("count"))
        .where("project_id", "=", projectId)
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    return {
      documents: await countIn("sources"),
      conversations: await countIn("conversations"),
      flows: await countIn("flows"),
      prompts: await countIn("prompts"),
      tokens: await countIn("tokens"),
    };
  },

  remove: (projectId) => removeProject(database, projectId),
});

const nameTaken = (name: string) =>
  invalidInput(`A project named '${name}' exists already: choose another name`);

const toProject = (row: Selectable<Database["projects"]>): Project => ({
  projectId: row.project_id,
  name: row.name,
  createdAt: toInstant(row.created_at),
});
