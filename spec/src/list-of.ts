/**
 * A list with every member of a union. A missing or unknown member does not compile.
 *
 * @example const sizes = listOf<"s" | "m">()("s", "m");
 */
export const listOf =
  <Member extends string>() =>
  <const List extends readonly Member[]>(
    ...list: List & ([Member] extends [List[number]] ? unknown : never)
  ): List =>
    list;
