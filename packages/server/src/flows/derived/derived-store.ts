import type { ProjectId, VersionId } from "../../kernel/ids.ts";

/** Characters of JSON that one version may have of one kind: some 100,000 passages with their entities. */
export const maxDerivedCharacters = 32 * 1024 * 1024;

/** Configurations of a kind that are kept for one version. One that was saved longer ago is derived again when it is needed. */
export const maxDerivedConfigs = 8;

/**
 * Port: what one kind of code derives from a version under one configuration, as JSON of its own making: entities,
 * summaries. It is kept while the version is there, and removed with it.
 */
export type DerivedStore = {
  /** What there is of this kind, of active versions; versions that have none are left out. */
  find(
    versionIds: VersionId[],
    kind: string,
    codeVersion: number,
    configHash: string,
  ): Promise<Map<VersionId, string>>;
  /**
   * Replaces what there was under the configuration. What other versions of the code made goes, and so do the oldest
   * configurations beyond `maxDerivedConfigs`. False, and nothing is kept, when the version is not an active one of the
   * project any more. Throws when `json` is longer than `maxDerivedCharacters`.
   */
  save(
    projectId: ProjectId,
    versionId: VersionId,
    kind: string,
    codeVersion: number,
    configHash: string,
    json: string,
  ): Promise<boolean>;
};
