"use client";
import { useSources } from "@headwater/react-hooks";

export function SourceList() {
  const { data: sources = [] } = useSources();
  return (
    <ul>
      {sources.map(({ file_id, file_name }) => (
        <li key={file_id}>{file_name}</li>
      ))}
    </ul>
  );
}
