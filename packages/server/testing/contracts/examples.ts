import type { Stores } from "../../src/adapters/sql/create-stores.ts";
import type { Project } from "../../src/auth/project.ts";
import type { TokenRecord } from "../../src/auth/token-store.ts";
import type { Lane } from "../../src/builds/lane.ts";
import type { Chunk } from "../../src/chunks/chunk.ts";
import { defaultChunking } from "../../src/chunks/chunking-config.ts";
import type { Element } from "../../src/elements/element.ts";
import { type ChunkSetId, newId, type ProjectId, type VersionId } from "../../src/kernel/ids.ts";
import type { Source } from "../../src/sources/source.ts";

export const createdAt = new Date("2026-01-01T00:00:00.000Z");

export const exampleToken = (projectId: ProjectId, changes: Partial<TokenRecord> = {}): TokenRecord => ({
  tokenId: newId(),
  projectId,
  name: "deploy",
  prefix: newId().slice(-12),
  hash: newId(),
  readOnly: false,
  manage: false,
  expiresAt: null,
  createdAt,
  ...changes,
});

export const addProject = async (
  { projects }: Pick<Stores, "projects">,
  name = newId(),
): Promise<Project> => {
  const project = { projectId: newId(), name, createdAt };
  await projects.create(project, exampleToken(project.projectId));
  return project;
};

export const exampleSource = (projectId: ProjectId, changes: Partial<Source> = {}): Source => ({
  fileId: newId(),
  projectId,
  fileName: "report.pdf",
  fileSize: 1234,
  fileType: "pdf",
  fileSource: "local file",
  contentHash: "ab".repeat(32),
  tags: [],
  createdAt,
  ...changes,
});

/** A source with its first build, recorded. */
export const addSource = async (
  { builds }: Pick<Stores, "builds">,
  projectId: ProjectId,
  changes: Partial<Source> = {},
  lane: Lane = "quick",
) => {
  const source = exampleSource(projectId, changes);
  const buildId = newId();
  await builds.addWithSource(source, {
    buildId,
    projectId,
    fileId: source.fileId,
    method: "fast",
    lane,
    task: "first",
  });
  return { source, fileId: source.fileId, buildId };
};

export const beginVersion = async (
  { elements }: Pick<Stores, "elements">,
  fileId: string,
): Promise<VersionId> => {
  const versionId = newId();
  await elements.beginVersion({ versionId, fileId, method: "fast" });
  await elements.setPages(versionId, { totalPages: 3, failedPages: [2], message: null });
  return versionId;
};

export const exampleElements = (count: number, firstPosition = 0): Element[] =>
  Array.from({ length: count }, (_, index) => ({
    elementId: newId(),
    position: firstPosition + index,
    type: index % 10 === 0 ? "Title" : "NarrativeText",
    text: `Element ${firstPosition + index}`,
    pageNumber: 1 + Math.floor(index / 20),
  }));

export const exampleChunks = (count: number): Chunk[] =>
  Array.from({ length: count }, (_, position) => ({
    chunkId: newId(),
    position,
    text: `Passage ${position}`,
    title: "Report › Results",
    pageNumber: 1,
    elementIds: [newId()],
  }));

/** Adds chunks as a set of a version that is being written. Returns the set's id. */
export const addChunks = async (
  { chunks }: Pick<Stores, "chunks">,
  projectId: ProjectId,
  version: { fileId: string; versionId: VersionId },
  added: Chunk[],
  config = defaultChunking,
): Promise<ChunkSetId> => {
  const chunkSetId = newId();
  await chunks.begin(projectId, version.fileId, { chunkSetId, versionId: version.versionId, config });
  await chunks.add(chunkSetId, added);
  return chunkSetId;
};

/** A source whose active version holds elements and chunks, as after a finished build. */
export const addProcessedSource = async (
  stores: Stores,
  projectId: ProjectId,
  { elements = 3, chunks = 2, ...changes }: Partial<Source> & { elements?: number; chunks?: number } = {},
) => {
  const { source, fileId, buildId } = await addSource(stores, projectId, changes);
  const versionId = await beginVersion(stores, fileId);
  const content = { elements: exampleElements(elements), chunks: exampleChunks(chunks) };
  await stores.elements.addElements(versionId, content.elements);
  const chunkSetId = await addChunks(stores, projectId, { fileId, versionId }, content.chunks);
  await stores.elements.activate(fileId, versionId);
  return { source, fileId, buildId, versionId, chunkSetId, ...content };
};

export const collect = async <T>(items: AsyncIterable<T>): Promise<T[]> => {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
};
