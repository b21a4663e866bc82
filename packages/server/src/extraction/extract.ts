import { type ElementStore, VersionRemovedError } from "../elements/element-store.ts";
import type { FileId, ProjectId } from "../kernel/ids.ts";
import type { CompareMeaning } from "../models/compare-meaning.ts";
import type { ThinkingLevel } from "../models/thinking.ts";
import type { TokenUsage } from "../models/usage.ts";
import { fileNotFound } from "../sources/errors.ts";
import type { SourceStore } from "../sources/source-store.ts";
import { extractGrounded } from "../structured/extract-grounded.ts";
import { checkExtractionSchema } from "../structured/extraction-schema.ts";
import type { ExtractionDocument, Extractor } from "../structured/extractor.ts";
import { filesRequired, instructionRequired, noParsingHistory } from "./errors.ts";
import { type PlacedEvidence, placeEvidence, type ReadVersion } from "./place-evidence.ts";

/** What to fill and from which files (contract: `POST /run-extraction`). */
export type ExtractRequest = {
  projectId: ProjectId;
  fileIds: FileId[];
  instruction: string;
  /** JSON Schema of an object. */
  outputSchema: Record<string, unknown>;
  thinkingLevel: ThinkingLevel;
};

export type Extraction = {
  fileIds: FileId[];
  /** In the order of `fileIds`. */
  fileNames: string[];
  /** Valid against the schema. */
  structuredOutput: unknown;
  /** The extractor's text before validation and correction. */
  rawJson: string;
  usage: TokenUsage;
  /** The language model that read them; null for none. */
  model: string | null;
  /** What was left out; null when all was read. */
  message: string | null;
  evidence: PlacedEvidence[];
};

/**
 * Fills a schema from the active versions of files. Throws a 400 for an unsupported schema, for no files, and when a
 * value was not found and the schema cannot express that. Throws a 404 for an unknown file or one that was never
 * parsed.
 */
export type Extract = (request: ExtractRequest, signal: AbortSignal) => Promise<Extraction>;

/** How many times a document is read again when its version is replaced meanwhile. */
const maxReadings = 3;

export function createExtract(dependencies: {
  sources: Pick<SourceStore, "find">;
  elements: ElementStore;
  extractor: Extractor;
  /** The name of the language model that extracts at a level; null for none. When absent, there is none. */
  modelAt?: (level: ThinkingLevel) => string | null;
  compareMeaning?: CompareMeaning | undefined;
}): Extract {
  const { sources, elements, extractor, compareMeaning } = dependencies;
  return async (request, signal) => {
    if (request.instruction.trim() === "") throw instructionRequired();
    const schema = checkExtractionSchema(request.outputSchema);
    if (request.fileIds.length === 0) throw filesRequired();
    const documents: ExtractionDocument[] = [];
    const read = new Map<string, ReadVersion>();
    for (const fileId of new Set(request.fileIds)) {
      signal.throwIfAborted();
      const source = await sources.find(request.projectId, fileId);
      if (!source) throw fileNotFound();
      const version = await activeElements(elements, fileId);
      read.set(fileId, version);
      documents.push({ fileId, fileName: source.fileName, elements: version.elements });
    }
    const { instruction, thinkingLevel } = request;
    const compareTexts = compareMeaning?.bind(null, request.projectId);
    const filling = { documents, instruction, schema, thinkingLevel, compareTexts };
    const draft = await extractGrounded(extractor, filling, signal);
    const { output, evidence, message } = draft.fit();
    return {
      fileIds: documents.map((document) => document.fileId),
      fileNames: documents.map((document) => document.fileName),
      structuredOutput: output,
      rawJson: draft.rawJson,
      usage: draft.usage,
      model: dependencies.modelAt?.(thinkingLevel) ?? null,
      message,
      evidence: await placeEvidence(elements, read, evidence),
    };
  };
}

async function activeElements(elements: ElementStore, fileId: FileId) {
  for (let reading = 1; ; reading += 1) {
    const version = await elements.active(fileId);
    if (!version) throw noParsingHistory();
    try {
      const { items } = await elements.list(version.versionId, { withoutImages: true, withWordBoxes: true });
      return { versionId: version.versionId, elements: items };
    } catch (error) {
      if (!(error instanceof VersionRemovedError) || reading === maxReadings) throw error;
    }
  }
}
