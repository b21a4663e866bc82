/** Why a file is rejected: it is a folder, has another type, is too large, or is one too many. */
export type RejectionCode = "folder" | "type" | "size" | "count";

export type FileRules = {
  /** As in `<input accept>`: extensions and media types, such as `.pdf,.docx,image/*`. Default: every file. */
  accept?: string | undefined;
  /** Maximum file size in bytes. Default: no limit. */
  maxBytes?: number | undefined;
  /** Default true. */
  multiple?: boolean | undefined;
};

export type OnRejected = (files: File[], reason: string, code: RejectionCode) => void;

/** Returns the accepted files. `reject` is called once for each reason, with the other files. */
export function acceptFiles(
  files: File[],
  folders: readonly File[],
  { accept = "", maxBytes = Number.POSITIVE_INFINITY, multiple = true }: FileRules,
  reject: OnRejected | undefined,
): File[] {
  const kinds = accept.toLowerCase().match(/[^\s,]+/g) ?? [""];
  const ofType = ({ name, type }: File) =>
    kinds.some((kind) =>
      // `image/*` and `*/*` match by their beginning. An empty list accepts everything.
      kind[0] === "." ? name.toLowerCase().endsWith(kind) : type.startsWith(kind.replace(/\*.*/, "")),
    );
  const rules: [RejectionCode, string, (file: File, index: number) => boolean][] = [
    ["folder", "Folders cannot be uploaded. Choose the files in it.", (file) => !folders.includes(file)],
    ["type", `This type of file is not taken. Choose ${accept}.`, ofType],
    ["size", `The file is larger than ${megabytes(maxBytes)} MB.`, ({ size }) => size <= maxBytes],
    ["count", "Only one file at a time.", (_, index) => multiple || index === 0],
  ];
  return rules.reduce((left, [code, reason, fits]) => {
    const taken = left.filter(fits);
    const rejected = left.filter((file) => !taken.includes(file));
    if (rejected.length > 0) reject?.(rejected, reason, code);
    return taken;
  }, files);
}

const megabytes = (bytes: number): number => Number((bytes / 2 ** 20).toPrecision(3));
