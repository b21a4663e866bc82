import type { Kysely, Selectable } from "kysely";
import type { Project, ProjectStore } from "../../auth/project.ts";
import { invalidInput } from "../../kernel/service-error.ts";
import { toInstant, toText } from "./instants.ts";
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
        throw invalidInput(`A project named '${project.name}' exists already: choose another name`);
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
});

const toProject = (row: Selectable<Database["projects"]>): Project => ({
  projectId: row.project_id,
  name: row.name,
  createdAt: toInstant(row.created_at),
});
