import { type Box, boxFrom } from "../evidence/box-text.ts";

/** The reader's place in a document. The address contains it. */
export type DocumentPlace = {
  page: number | undefined;
  element: string | undefined;
  /** Around the quoted words of the element. */
  box: Box | undefined;
  /** The quoted words themselves, where no box is known. */
  quote: string | undefined;
  /** Second of a recording. */
  time: number | undefined;
};

/** Reads `?page=6&element=el-0007&box=72,130,200,14&t=1241`. What is not valid is ignored. */
export function placeFrom(query: { get(name: string): string | null }): DocumentPlace {
  const page = Number(query.get("page"));
  const time = /^\d+(?:\.\d+)?(?=s?$)/.exec(query.get("t") ?? "")?.[0];
  return {
    page: Number.isInteger(page) && page >= 1 ? page : undefined,
    element: query.get("element") || undefined,
    box: boxFrom(query.get("box")),
    quote: query.get("quote")?.trim() || undefined,
    time: time === undefined ? undefined : Number(time),
  };
}
