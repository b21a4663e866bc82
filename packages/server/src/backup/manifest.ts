import { createHash } from "node:crypto";
import { z } from "zod";
import { OperatorError } from "../kernel/operator-error.ts";
import { databasePath, manifestName } from "./stored-paths.ts";

/** Increase it when an older Headwater cannot restore what this one writes. */
const manifestVersion = 1;

const entrySchema = z.strictObject({
  path: z.string(),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const contentSchema = z.strictObject({
  version: z.literal(manifestVersion),
  /** The version of the Headwater that made it. */
  headwater: z.string(),
  /** The identity of the store; null when it had none yet. */
  store: z.string().nullable(),
  /** Time at which the backup was complete, ISO 8601. */
  created: z.string(),
  counts: z.strictObject({
    projects: z.int().min(0),
    sources: z.int().min(0),
    conversations: z.int().min(0),
    blobs: z.int().min(0),
    bytes: z.int().min(0),
  }),
  /** Files that sources name but that were already missing or damaged in the store. */
  problems: z.array(z.strictObject({ path: z.string(), problem: z.enum(["missing", "damaged"]) })),
  /** Every file of the backup but this one, the database first. */
  files: z.array(entrySchema),
});

const manifestSchema = contentSchema.extend({
  /** SHA-256 of the rest as JSON without spaces. It reveals manual changes and incomplete writes. */
  checksum: z.string(),
});

export type BackupEntry = z.infer<typeof entrySchema>;
export type BackupManifest = z.infer<typeof contentSchema>;
export type BackupProblem = BackupManifest["problems"][number];

const checksumOf = (content: BackupManifest): string =>
  createHash("sha256").update(JSON.stringify(content)).digest("hex");

export function manifestText(content: Omit<BackupManifest, "version">): string {
  const versioned: BackupManifest = { version: manifestVersion, ...content };
  // Parse it, so that writer and reader use the same key order.
  const ordered = contentSchema.parse(versioned);
  return `${JSON.stringify({ ...ordered, checksum: checksumOf(ordered) }, null, 1)}\n`;
}

/**
 * Reads a manifest. Throws OperatorError when it is cut short, was changed, or names files outside the layout of a data
 * folder.
 */
export function parseManifest(text: string): BackupManifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw unusable("is not JSON", cause);
  }
  const version = z.object({ version: z.number() }).safeParse(json).data?.version;
  if (version !== undefined && version > manifestVersion) {
    throw new OperatorError(
      `The backup was made by a newer Headwater (manifest version ${version}, this one knows ${manifestVersion}). Restore it with that version.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw unusable(`has a mistake at '${issue?.path.join(".")}'`, parsed.error);
  }
  const { checksum, ...content } = parsed.data;
  if (checksumOf(content) !== checksum) throw unusable("does not match its own checksum");
  refuseOddPaths(content.files.map((entry) => entry.path));
  return content;
}

const unusable = (what: string, cause?: unknown): OperatorError =>
  new OperatorError(
    `The backup's ${manifestName} ${what}: it was changed or damaged after the backup. Use another backup.`,
    { cause },
  );

/** Only paths of a data folder, and each once. Otherwise a manifest could write files anywhere. */
const known =
  /^(headwater\.sqlite|version|token|files\/store\.json|files\/[0-9a-f-]{36}\/[0-9a-f]{2}\/[0-9a-f]{64}(\.json)?)$/i;

function refuseOddPaths(paths: string[]): void {
  const odd = paths.find((path, index) => !known.test(path) || (index > 0 && path === databasePath));
  if (odd !== undefined) throw unusable(`names '${odd}', which is not a file of a data folder`);
  if (paths[0] !== databasePath) throw unusable("names no database");
  if (new Set(paths).size < paths.length) throw unusable("names a file twice");
}
