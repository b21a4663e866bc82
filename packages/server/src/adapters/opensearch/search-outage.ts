import { searchUnavailable } from "../../builds/faults.ts";

/** No node of the search cluster could be reached, or none would answer. What was asked may be asked again. */
export class SearchUnavailableError extends Error {
  override readonly name = "SearchUnavailableError";
  readonly code = searchUnavailable;
}
