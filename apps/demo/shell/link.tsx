"use client";

import NextLink, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";

/** A link to another page. It shows at once that it was pressed: on a slow line the page itself comes later. */
export function Link({ children, ...properties }: ComponentProps<typeof NextLink>) {
  return (
    <NextLink {...properties}>
      {children}
      <Opening />
    </NextLink>
  );
}

/** The style of a link depends on whether this is in it. */
function Opening() {
  const { pending } = useLinkStatus();
  return pending ? <span hidden data-opening /> : null;
}
