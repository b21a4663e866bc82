import {
  type Dialect,
  type OperationNode,
  PostgresDialect,
  type PostgresPool,
  PostgresQueryCompiler,
} from "kysely";
import { withOutages } from "./database-outage.ts";
import { withFrozenWrites } from "./move/frozen-writes.ts";

/** Kysely's dialect, with columns and text made to behave as in SQLite: queries and migrations are the same for both. */
export const createPostgresDialect = (pool: PostgresPool): Dialect => {
  const dialect = new PostgresDialect({ pool });
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => withFrozenWrites(withOutages(dialect.createDriver())),
    createIntrospector: (kysely) => dialect.createIntrospector(kysely),
    createQueryCompiler: () => new SqliteLikeQueryCompiler(),
  };
};

class SqliteLikeQueryCompiler extends PostgresQueryCompiler {
  protected override visitDataType(node: Parameters<PostgresQueryCompiler["visitDataType"]>[0]): void {
    const type = isColumn(this.parentNode) ? columnTypes[String(node.dataType)] : undefined;
    if (type === undefined) super.visitDataType(node);
    else this.append(type);
  }

  /**
   * PostgreSQL's text cannot hold NUL. Text of documents is inside JSON, which escapes it; in a name, a message or
   * an id that somebody sends, it becomes U+FFFD, both where it is written and where it is looked for.
   */
  protected override appendValue(value: unknown): void {
    super.appendValue(typeof value === "string" ? value.replaceAll("\0", "\ufffd") : value);
  }
}

/**
 * How a column type of the migrations is spelled here. Text is ordered and compared by code point, whatever language the
 * database was made for: pages that go on "after" a value, and `lower`, must mean the same everywhere. Integers have 64
 * bits: files are larger than 2 GB.
 */
const columnTypes: Record<string, string> = { text: 'text collate "C"', integer: "bigint" };

const isColumn = (node: OperationNode | undefined): boolean => node?.kind === "ColumnDefinitionNode";
