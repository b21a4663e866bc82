/** Something in a data folder that is not as Headwater left it. */
export type FolderFinding = {
  /** The part of the folder that it belongs to. */
  part: "data folder" | "database" | "files" | "sidecars" | "holding";
  /** Path below the data folder, `headwater.sqlite`. */
  file: string;
  /** What is wrong with the file: "the table prompts is missing". */
  what: string;
  /** What its users have lost by it: "the prompts that were saved". */
  lost: string;
  /** What to do, as a sentence. */
  remedy: string;
  /** `derived` follows from what is there, and the service makes it again; a `note` harms no one. */
  kind: "damage" | "derived" | "note";
  /** The service must not start with it. */
  blocks: boolean;
  /** What `doctor --repair` does about it. Null when it can't be mended. */
  repair: Repair | null;
  /** The whole line of a start that refuses, where it says more than the parts above. */
  refusal?: string;
};

export type Repair =
  /** Statements that bring back a part of the schema, or forget what is made again. */
  | { does: "run"; statements: string[] }
  /** Rebuilds SQLite's own indices. */
  | { does: "reindex" }
  /** Computes the rows of a table anew. */
  | { does: "derive"; table: DerivedTable }
  /** Reads the documents again from their stored bytes. */
  | { does: "read again"; fileIds: string[] }
  | { does: "set mode"; mode: number }
  /** Moves the file into the holding folder. */
  | { does: "set aside" }
  | { does: "write sidecar"; projectId: string; contentHash: string }
  /** Writes the database's identity beside the files. */
  | { does: "mark files"; storeId: string }
  | { does: "write version" };

/** Tables whose rows follow from other rows. */
export type DerivedTable = "name_words" | "source_tags";

/** "files/… is missing", "headwater.sqlite: the table prompts is missing". */
export const damageOf = ({ file, what }: FolderFinding): string =>
  what.startsWith("it ") ? `${file} ${what.slice(3)}` : `${file}: ${what}`;

export const findingLine = (finding: FolderFinding): string =>
  `${damageOf(finding)}. Lost: ${finding.lost}. ${finding.remedy}`.trim();
