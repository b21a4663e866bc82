/** Where things lie in a data folder, relative to its root; a backup has the same layout. */
export const databasePath = "headwater.sqlite";

/** Written last: a folder without it holds no complete backup. */
export const manifestName = "manifest.json";

/** Small files that make a data folder complete, where they stand: its version, the local token, the store's identity. */
export const smallFiles = ["version", "token", "files/store.json"];

export type BlobReference = {
  projectId: string;
  contentHash: string;
  /** Bytes, as the sources that use them say; null where no source knows. */
  size: number | null;
};

export const blobPath = ({ projectId, contentHash }: Omit<BlobReference, "size">): string =>
  `files/${projectId}/${contentHash.slice(0, 2)}/${contentHash}`;

/** What the service writes beside a blob, so that its sources can be recovered without a database. */
export const sidecarPath = (blob: Omit<BlobReference, "size">): string => `${blobPath(blob)}.json`;
