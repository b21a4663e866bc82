import type { Build } from "./schemas.ts";

/** What an id without a history answers (contract, GET /builds/{build_id}). */
export const unknownBuild = (buildId: string): Build => ({
  build_id: buildId,
  status: "not_found",
  success: false,
  file_id: null,
  file_name: null,
  error: null,
  method: null,
  total_partitions: null,
  total_pages: null,
  created_at: null,
  updated_at: null,
  message: `No history found for build '${buildId}'`,
  elements: null,
  total_elements: null,
  page: null,
  page_size: null,
  total_pages_elements: null,
});
