"use client";

import { useSources } from "@headwater/react-hooks";
import Link from "next/link";
import { documentAddress } from "../shell/addresses.ts";
import { nameOfSource } from "./kinds.ts";

/** Says that a source has the same bytes as an older one, and was not read a second time. */
export function Duplicate({ of: fileId, isListed = false }: { of: string; isListed?: boolean }) {
  // The list has loaded all sources already; elsewhere this one is asked for.
  const sources = useSources(isListed ? undefined : { fileIds: [fileId] });
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
