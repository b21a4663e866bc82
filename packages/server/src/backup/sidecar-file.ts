import { methods } from "@headwater/spec";
import { z } from "zod";
import { isId } from "../kernel/ids.ts";
import { type Sidecar, SidecarUnreadableError } from "../ports/sidecar-store.ts";
import { isContentHash } from "./stored-paths.ts";

const id = z.string().refine(isId, "is not an id");
const instant = z.iso.datetime().transform((text) => new Date(text));

const sidecarFile = z.object({
  format: z.literal(1),
  store_id: id,
  project: z.object({ project_id: id, name: z.string().min(1), created_at: instant }),
  content_hash: z.string().refine(isContentHash, "is not a SHA-256"),
  size: z.int().min(0),
  sources: z
    .array(
      z.object({
        file_id: id,
        file_name: z.string().min(1),
        file_type: z.string().min(1),
        file_source: z.enum(["local file", "url", "github", "youtube"]),
        method: z.enum(methods),
        // Left out where there are none, so that sidecars of earlier versions stay unchanged.
        tags: z.array(z.string().min(1)).default([]),
        created_at: instant,
      }),
    )
    .min(1),
});

export const toSidecarText = ({ storeId, project, contentHash, size, sources }: Sidecar): string => {
  const file: z.input<typeof sidecarFile> = {
    format: 1,
    store_id: storeId,
    project: {
      project_id: project.projectId,
      name: project.name,
      created_at: project.createdAt.toISOString(),
    },
    content_hash: contentHash,
    size,
    sources: sources.map((source) => ({
      file_id: source.fileId,
      file_name: source.fileName,
      file_type: source.fileType,
      file_source: source.fileSource,
      method: source.method,
      ...(source.tags.length > 0 && { tags: source.tags }),
      created_at: source.createdAt.toISOString(),
    })),
  };
  return `${JSON.stringify(file, null, 1)}\n`;
};

/** Throws SidecarUnreadableError that says what is wrong: the file was cut short, was edited, or is not ours. */
export const parseSidecar = (text: string): Sidecar => {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new SidecarUnreadableError("it is not JSON", { cause });
  }
  const parsed = sidecarFile.safeParse(json);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new SidecarUnreadableError(`${issue?.path.join(".") || "it"}: ${issue?.message}`);
  }
  const { store_id, project, content_hash, size, sources } = parsed.data;
  return {
    storeId: store_id,
    project: { projectId: project.project_id, name: project.name, createdAt: project.created_at },
    contentHash: content_hash,
    size,
    sources: sources.map((source) => ({
      fileId: source.file_id,
      fileName: source.file_name,
      fileType: source.file_type,
      fileSource: source.file_source,
      method: source.method,
      tags: source.tags,
      createdAt: source.created_at,
    })),
  };
};
