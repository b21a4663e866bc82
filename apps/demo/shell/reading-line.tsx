"use client";

import type { CSSProperties } from "react";
import { useReading } from "../sources/uploads.tsx";
import { Link } from "./link.tsx";
import { useSpoken } from "./spoken.ts";

/** How many documents are read, in every room, while any waits. It leads to the queue. */
export function ReadingLine() {
  const batch = useReading();
  const words = batch ? `${batch.done} of ${batch.total} read` : "";
  const spoken = useSpoken(words);
  return (
    <>
      {batch ? (
        <Link
          className="hq strip"
          href="/sources"
          style={{ "--done": `${(100 * batch.done) / batch.total}%` } as CSSProperties}
        >
          {words}
        </Link>
      ) : null}
      <span className="off" role="status">
        {spoken}
      </span>
    </>
  );
}
