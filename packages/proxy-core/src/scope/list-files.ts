import { jsonAnswer } from "../errors.ts";
import { type BodyValues, readBody, textsOf, writeBody } from "./read-body.ts";
import { type QueryValues, readQuery, writeQuery } from "./read-query.ts";
import type { AppliedScope, ScopedRequest, ScopeRule } from "./scoped-request.ts";
import { queriesOf } from "./service-reader.ts";
import { withoutHiddenOriginal } from "./without-hidden-original.ts";

/**
 * Lists the visible files, or the requested ones among them. An empty list is never sent upstream: it could mean all
 * files.
 */
export const listFiles: ScopeRule = async (request) => {
  const { file_ids: asked, ...rest } = Object.fromEntries(readQuery(request));
  const { wanted, visible } = await filesOf(request, asked);
  const [ids, ...more] = queriesOf(wanted);
  if (ids === undefined) return nothing();
  const further: QueryValues = new Map(Object.entries(rest));
  if (more.length === 0) {
    const query = further.size === 0 ? ids : `${ids}&${writeQuery(further)}`;
    // Another caller's browser may hold the whole list under this address: "you have it already" would show it here.
    const headers = { "if-none-match": "" };
    return { kind: "forward", query, body: { kind: "none" }, headers, onAnswer: onlyThese(wanted, visible) };
  }
  // With paging or search, that many ids go in a body. Every server answers the plain list, so ask it for a few ids at
  // a time.
  if (further.size > 0) return inBody({ ...bodyOf(further), file_ids: wanted }, wanted, visible);
  const sources = await onlyThese(wanted, visible)(await request.service.sources(wanted));
  return { kind: "answer", answer: jsonAnswer(200, sources, totalOf(sources.length)) };
};

/** The same list, requested with a body. */
export const listFilesByBody: ScopeRule = async (request) => {
  const body = await readBody(request);
  const { wanted, visible } = await filesOf(request, textsOf(body, "file_ids"));
  return wanted.length === 0 ? nothing() : inBody({ ...body, file_ids: wanted }, wanted, visible);
};

type Visible = ReadonlySet<string>;

/** The files that the caller may see, and those among them that were asked for. */
async function filesOf(
  { files }: ScopedRequest,
  asked: readonly string[] | undefined,
): Promise<{ wanted: string[]; visible: Visible }> {
  const visible = new Set(await files.all());
  return { wanted: asked ? [...new Set(asked)].filter((id) => visible.has(id)) : [...visible], visible };
}

const totalOf = (count: number): [string, string][] => [["x-total-count", String(count)]];

const nothing = (): AppliedScope => ({ kind: "answer", answer: jsonAnswer(200, [], totalOf(0)) });

const inBody = (body: BodyValues, wanted: string[], visible: Visible): AppliedScope => ({
  kind: "forward",
  operation: "listSourcesByBody",
  query: "",
  body: writeBody(body),
  onAnswer: onlyThese(wanted, visible),
});

const onlyThese =
  (wanted: readonly string[], visible: Visible) =>
  async (value: unknown): Promise<unknown[]> => {
    if (!Array.isArray(value)) return [];
    const named = new Set(wanted);
    const own = value.filter((source: { file_id?: string } | null) => named.has(source?.file_id ?? ""));
    const shown = await Promise.all(
      own.map((source) => withoutHiddenOriginal(source, (id) => visible.has(id))),
    );
    const unchanged =
      shown.length === value.length && shown.every((source, index) => source === value[index]);
    return unchanged ? value : shown;
  };

/** Text that is not a number stays text. The service refuses it in its own words. */
function bodyOf(query: QueryValues): BodyValues {
  const body: BodyValues = {};
  for (const [name, texts] of query) {
    const [text = ""] = texts;
    const isNumber = name.startsWith("page") && /^-?\d+$/.test(text);
    body[name] = name === "status" || name === "tags" ? texts : isNumber ? Number(text) : text;
  }
  return body;
}
