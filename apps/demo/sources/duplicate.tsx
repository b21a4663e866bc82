"use client";

import { useSources } from "@headwater/react-hooks";
import { documentAddress } from "../shell/addresses.ts";
import { Link } from "../shell/link.tsx";
import { nameOfSource } from "./kinds.ts";

/** Says that a source has the same bytes as an older one, and was not read a second time. */
export function Duplicate({ of: fileId }: { of: string }) {
  const sources = useSources({ fileIds: [fileId] });
  const other = sources.data?.find(({ file_id }) => file_id === fileId);
  // Deleted since: then there is nothing to lead to.
  if (!other) return null;
  return (
    <span className="same">
      The same bytes as{" "}
      <Link href={documentAddress(fileId)} prefetch={false}>
        <bdi>{nameOfSource(other)}</bdi>
      </Link>
      : read once.
    </span>
  );
}
