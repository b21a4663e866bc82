import { IndexDamagedError } from "../../retrieval/chunk-index.ts";

/** What passes by itself, or by the operator's hand: the files are as they were. */
const passing =
  /too many open files|no space left|quota exceeded|cannot allocate memory|out of memory|permission denied|read-only file system|resource temporarily|timed? ?out|commit conflict|too many concurrent writers|\bclosed\b|os error (1|11|12|13|23|24|28|30|122)\)/i;

/**
 * Runs work on the index. An error that does not pass by itself comes out as `IndexDamagedError`: LanceDB has no kind
 * of error for damage, and an index rebuilt in vain costs less than one that is never mended.
 */
export async function tellDamage<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IndexDamagedError || passing.test(String(error))) throw error;
    throw new IndexDamagedError(firstLine(error), { cause: error });
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
