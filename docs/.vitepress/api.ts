import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";

/** What the site reads of the bundled documents in `spec/generated`. */
type Schema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  default?: unknown;
};
type Content = Record<string, { schema?: Schema }>;
type Response = { $ref?: string; description?: string; content?: Content };
type Parameter = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
};
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, Response>;
};
type Document = { paths: Record<string, Record<string, Operation>> } & Record<string, unknown>;

/** An operation with its page. */
export type ApiPage = { id: string; summary: string; tag: string; markdown: string };

const spec = resolve(import.meta.dirname, "../../spec");
const verbs = ["get", "post", "put", "patch", "delete"];

/** Every operation of both surfaces, in the order of the spec. */
export const readApi = (): ApiPage[] =>
  (["sources", "flows"] as const).flatMap((surface) => {
    const document = JSON.parse(readFileSync(`${spec}/generated/${surface}.json`, "utf8")) as Document;
    return Object.entries(document.paths).flatMap(([path, item]) =>
      verbs.flatMap((verb) => {
        const operation = item[verb];
        return operation ? [pageOf(document, operation, `${verb.toUpperCase()} /${surface}${path}`)] : [];
      }),
    );
  });

function pageOf(document: Document, operation: Operation, address: string): ApiPage {
  const id = operation.operationId;
  const resolved = <T extends object>(value: T & { $ref?: string }): T => {
    if (value.$ref === undefined) return value;
    const target = value.$ref
      .slice(2)
      .split("/")
      .reduce(
        (at, key) => (at as Record<string, unknown>)[decodeURIComponent(key)],
        document as unknown,
      ) as T;
    // What is beside a reference says more than what it refers to.
    const { $ref: _, ...beside } = value;
    return { ...resolved(target), ...beside };
  };
  const fieldsOf = (schema: Schema | undefined): string[][] => {
    if (!schema) return [];
    const { properties = {}, required = [], allOf = [], anyOf = [], oneOf = [], items } = resolved(schema);
    return [
      ...[...allOf, ...anyOf, ...oneOf, ...(items ? [items] : [])].flatMap(fieldsOf),
      ...Object.entries(properties).map(([name, field]) => {
        const { description = "" } = resolved(field);
        return [`\`${name}\`${required.includes(name) ? "" : " (optional)"}`, typeOf(field), description];
      }),
    ];
  };
  const typeOf = (schema: Schema): string => {
    const { type, enum: values, items, anyOf, oneOf } = resolved(schema);
    if (values) return values.map((value) => `\`${value}\``).join(" ");
    if (anyOf ?? oneOf) return (anyOf ?? oneOf ?? []).map(typeOf).join(" or ");
    const named = Array.isArray(type) ? type.join(" or ") : (type ?? "any");
    return items ? `${named} of ${typeOf(items)}` : named;
  };
  const parameters = (operation.parameters ?? []).map((each) => {
    const { name, in: place, required, description = "", schema = {} } = resolved(each);
    return [`\`${name}\`${required ? "" : " (optional)"}`, place, typeOf(schema), description];
  });
  const body = Object.entries(operation.requestBody?.content ?? {});
  const responses = Object.entries(operation.responses);
  const answer = responses.find(([status]) => status.startsWith("2"))?.[1];
  const answerFields = Object.values(answer ? (resolved(answer).content ?? {}) : {}).flatMap(({ schema }) =>
    fieldsOf(schema),
  );
  const parts = [
    `# ${operation.summary}`,
    `\`${address}\``,
    operation.description,
    section("Parameters", ["Name", "In", "Type", ""], parameters),
    ...body.map(([type, { schema }]) => section(`Body: ${type}`, ["Field", "Type", ""], fieldsOf(schema))),
    example(`${id}.request`),
    section("Answer", ["Field", "Type", ""], answerFields),
    example(`${id}.200`),
    section(
      "Statuses",
      ["Status", ""],
      responses.map(([status, response]) => [status, resolved(response).description ?? ""]),
    ),
  ];
  const markdown = parts.filter((part) => part !== "").join("\n\n");
  return { id, summary: operation.summary, tag: operation.tags?.[0] ?? "Other", markdown };
}

const section = (title: string, head: string[], rows: string[][]): string =>
  rows.length === 0
    ? ""
    : [`## ${title}`, "", row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");

const row = (cells: string[]): string =>
  `| ${cells
    .map((cell) =>
      cell
        .trim()
        .replace(/\s*\n\s*/g, " ")
        .replaceAll("|", "\\|"),
    )
    .join(" | ")} |`;

/** The example that the tests of the spec check, too. */
function example(name: string): string {
  const path = `${spec}/examples/${name}.json`;
  return existsSync(path) ? `\`\`\`json\n${readFileSync(path, "utf8").trim()}\n\`\`\`` : "";
}
