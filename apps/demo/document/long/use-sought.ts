"use client";

import type { Element } from "@headwater/client";
import { useElements } from "@headwater/react-hooks";
import { useMemo } from "react";
import type { DocumentPlace } from "../place.ts";
import type { Sought } from "./use-scroll-to.ts";

type Options = {
  /** Changes when the reader asks to go there, perhaps again. */
  turn: number;
  /** The element of the place, when it is loaded already. */
  known: Element | undefined;
  /** Whether the list holds every element, so that a position is an index. */
  isListed: boolean;
};

/** A page without text leads to the next one that has some. So many pages are looked at. */
const maxEmptyPages = 20;

/** Asks the service where the element of the address is in the document; without one, where its page begins. */
export function useSought(
  fileId: string,
  { page, element }: Pick<DocumentPlace, "page" | "element">,
  { turn, known, isListed }: Options,
): { sought: Sought | undefined; isPending: boolean; textlessPage: number | undefined } {
  const isKnown = element !== undefined && known?.element_id === element;
  const isAsked = isListed && !isKnown && (element !== undefined || page !== undefined);
  const { elements, isPending, isSuccess } = useElements(isAsked ? fileId : undefined, {
    ...(element === undefined ? { page_numbers: pagesFrom(page ?? 1) } : { element_ids: [element] }),
    suppress_img_base64: true,
    pageSize: 1,
  });
  const [found] = isKnown ? [known] : isAsked ? elements : [];
  const index = isListed ? found?.position : undefined;
  const sought = useMemo<Sought | undefined>(() => {
    if (index == null) return undefined;
    return element === undefined
      ? { index, align: "start", page, occasion: `${turn} page ${page}` }
      : { index, align: "center", occasion: `${turn} ${element}` };
  }, [index, element, page, turn]);
  const isTextless = isAsked && isSuccess && element === undefined && elements.length === 0;
  return {
    sought,
    isPending: isAsked && isPending,
    // Neither the page nor one of those after it has text.
    textlessPage: isTextless ? page : undefined,
  };
}

const pagesFrom = (page: number) => Array.from({ length: maxEmptyPages }, (_, index) => page + index);
