/** The paths in a data folder, relative to its root. A backup has the same layout. */
export const databasePath = "headwater.sqlite";

/** Written last: a folder without it holds no complete backup. */
export const manifestName = "manifest.json";

/** The small files of a data folder: its version, the local token, the store's identity. */
export const smallFiles = ["version", "token", "files/store.json"];

export type BlobReference = {
  projectId: string;
  contentHash: string;
  /** Size in bytes according to its sources. Null when no source knows it. */
  size: number | null;
};

const hashPattern = /^[0-9a-f]{64}$/;

export const isContentHash = (text: string): boolean => hashPattern.test(text);

export const blobPath = ({ projectId, contentHash }: Omit<BlobReference, "size">): string =>
  `files/${projectId}/${contentHash.slice(0, 2)}/${contentHash}`;

/** The path of the sidecar beside a blob. Sidecars allow sources to be recovered without a database. */
export const sidecarPath = (blob: Omit<BlobReference, "size">): string => `${blobPath(blob)}.json`;
