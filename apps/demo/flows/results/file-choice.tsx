import type { ChunkedFile } from "@headwater/spec";
import { plainName } from "../../sources/kinds.ts";
import { counted } from "../graph/node-summary.ts";

type Properties = {
  files: readonly ChunkedFile[];
  /** Undefined: all of them. */
  value: string | undefined;
  onChange(fileId: string | undefined): void;
};

/** The source whose chunks are shown. */
export function FileChoice({ files, value, onChange }: Properties) {
  const total = files.reduce((sum, { chunks }) => sum + chunks, 0);
  return (
    <select
      className="field file-choice"
      aria-label="File"
      value={value ?? ""}
      onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
    >
      <option value="">
        All {files.length.toLocaleString("en")} files, {counted(total, "chunk", "chunks")}
      </option>
      {files.map(({ file_id: fileId, file_name: name, chunks }) => (
        <option key={fileId} value={fileId}>
          {plainName(name)}, {counted(chunks, "chunk", "chunks")}
        </option>
      ))}
    </select>
  );
}
