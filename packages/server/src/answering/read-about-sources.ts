import type { Element } from "../elements/element.ts";
import type { ElementStore } from "../elements/element-store.ts";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { SourceName } from "../sources/source-names.ts";
import { fileNameTerms } from "../text/file-name-words.ts";
import { asksAboutSources } from "./asks-about-sources.ts";
import { beginningsOfSources } from "./beginnings-of-sources.ts";
import type { Catalogue, CataloguedSource } from "./catalogue.ts";
import { outlineOf } from "./gather-overview.ts";
import { gatherPassages, type SourcedPassage } from "./gather-passages.ts";
import type { NamedSources } from "./named-sources.ts";
import { type Notices, noticesFor } from "./notices.ts";
import type { Reading, ToldLine } from "./reading.ts";

type Dependencies = { catalogue: Catalogue; elements: Pick<ElementStore, "active" | "list" | "located"> };
type Scope = { projectId: ProjectId; fileIds?: FileId[] | undefined };

/** Documents, and sections of one, that an answer lists. It says how many more there are. */
const maxListed = 50;
/** Elements read of a document to find its title. */
const maxStart = 20;
/** Among more documents, no two are looked for that are versions of one. */
const maxForVersions = 200;

/**
 * What answers a question about the documents themselves: how many there are, which, the newest one, the sections of one, or two
 * of them side by side. Undefined for any other question.
 */
export async function readAboutSources(
  { catalogue, elements }: Dependencies,
  scope: Scope,
  question: string,
  named: NamedSources | undefined,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  const asked = asksAboutSources(question, named?.terms ?? new Set());
  if (!asked) return undefined;
  const { projectId, fileIds } = scope;
  const among = named?.fileIds ?? fileIds;
  const notices = noticesFor(question);
  if (asked === "compare") {
    const { sources } = await catalogue(projectId, among, { limit: maxForVersions, oldestFirst: true });
    const pair = sources.length === 2 ? sources : named ? undefined : versionsAmong(sources);
    if (!pair) return undefined;
    const passages = await beginningsOfSources(elements, pair, signal);
    return { question, passages, compares: true };
  }
  if (asked === "sections") {
    const { total, sources } = await catalogue(projectId, among, { limit: 1 });
    const [source] = sources;
    return source && total === 1 ? sectionsOf(elements, source, question, signal) : undefined;
  }
  const isOne = asked !== "list";
  const limit = isOne ? 1 : maxListed;
  const { total, sources } = await catalogue(projectId, among, { limit, oldestFirst: asked === "oldest" });
  if (total === 0) return undefined;
  const intro = isOne ? notices[asked] : named ? "" : notices.documents(total);
  return {
    question,
    ...(await listed(elements, sources, intro, notices, signal)),
    more: isOne ? 0 : total - sources.length,
  };
}

async function listed(
  elements: Dependencies["elements"],
  sources: CataloguedSource[],
  intro: string,
  notices: Notices,
  signal: AbortSignal,
): Promise<Pick<Reading, "passages" | "told">> {
  const passages: SourcedPassage[] = [];
  const told: ToldLine[] = intro === "" ? [] : [{ text: intro }];
  for (const source of sources) {
    const title = await titleOf(elements, source, signal);
    const { fileName, totalPages, createdAt } = source;
    const named = `${told.length > 0 ? "\n- " : ""}${notices.document(fileName, totalPages, createdAt.toISOString().slice(0, 10))}`;
    told.push(title ? { text: `${named}: `, passage: passages.length } : { text: named });
    if (title) passages.push(title);
  }
  return { passages, told };
}

/** The first heading of a document, else what it begins with. */
async function titleOf(
  elements: Dependencies["elements"],
  source: SourceName,
  signal: AbortSignal,
): Promise<SourcedPassage | undefined> {
  const version = await elements.active(source.fileId);
  signal.throwIfAborted();
  if (!version) return undefined;
  const page = { number: 1, size: maxStart };
  const { items } = await elements.list(version.versionId, { withoutImages: true }, page);
  const first =
    items.find(({ type }) => type === "Title") ??
    items.find(({ type, text }) => isShown(type) && text.trim());
  return first && (await passagesOf(elements, source, version.versionId, [first], signal))[0];
}

const isShown = (type: Element["type"]): boolean => !["Header", "Footer", "PageNumber"].includes(type);

async function sectionsOf(
  elements: Dependencies["elements"],
  source: SourceName,
  question: string,
  signal: AbortSignal,
): Promise<Reading | undefined> {
  const version = await elements.active(source.fileId);
  if (!version) return undefined;
  const { items } = await elements.list(version.versionId, { type: "Title", withoutImages: true });
  const [title, ...others] = items;
  const outline = outlineOf(others);
  if (!title || outline.length === 0) return undefined;
  const shown = outline.slice(0, maxListed);
  const passages = await passagesOf(elements, source, version.versionId, [title, ...shown], signal);
  const told = passages.map((_, passage) => ({ text: passage === 0 ? "" : "\n- ", passage }));
  return { question, passages, told, more: outline.length - shown.length };
}

const passagesOf = (
  elements: Dependencies["elements"],
  { fileId, fileName }: SourceName,
  versionId: string,
  chosen: Element[],
  signal: AbortSignal,
): Promise<SourcedPassage[]> => {
  const elementIds = chosen.map(({ elementId }) => elementId);
  return gatherPassages(elements, [{ fileId, fileName, versionId, title: "", elementIds, score: 1 }], signal);
};

/** The two newest documents whose names differ in numbers only: "policy-v1.md" and "policy-v2.md". Oldest first. */
function versionsAmong(sources: CataloguedSource[]): CataloguedSource[] | undefined {
  const families = Map.groupBy(sources, ({ fileName }) =>
    fileNameTerms(fileName)
      .filter((term) => !/\d/.test(term))
      .join(" "),
  );
  const several = [...families.values()].filter(({ length }) => length > 1);
  return several.length === 1 ? several[0]?.slice(-2) : undefined;
}
