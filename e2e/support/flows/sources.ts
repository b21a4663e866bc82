export const fileNames = ["warranty.pdf", "handbook.pdf", "bulletin-26-04.pdf"];

export const sourceNamed = (file_name: string, index: number) => ({
  file_id: `f-${index}`,
  file_name,
  file_type: "pdf",
  file_size: 1_000,
  file_source: "local file",
  project_id: "p",
  project_name: "p",
  status: "Completed",
  message: "Source processed successfully",
  method: "fast",
  build_id: null,
  total_pages: 1,
  created_at: now,
});

/** The time of everything that happened. */
export const now = "2026-11-23T10:00:00Z";
