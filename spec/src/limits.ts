/** Extensions `/ingest-file` accepts, lowercase and without a dot, in the contract's order. */
export const allowedExtensions = [
  ...["pdf", "doc", "docx", "odt", "txt", "text", "md", "html", "htm"],
  ...["ppt", "pptx"],
  ...["csv", "tsv", "xls", "xlsx"],
  ...["png", "jpg", "jpeg", "tiff", "bmp", "heic"],
  ...["mp3", "wav", "m4a", "ogg", "flac"],
  ...["mp4", "mov", "avi", "mkv", "webm"],
] as const;

export type AllowedExtension = (typeof allowedExtensions)[number];

/** Limits of a request. The documents state the same; a test compares them. */
export const limits = {
  maxFileBytes: 100 * 1024 * 1024,
  maxJsonBytes: 10 * 1024 * 1024,
  /** A JSON body of an operation that takes only identifiers and short texts. */
  maxIdentifiersJsonBytes: 256 * 1024,
  pageSize: { min: 1, max: 100, default: 10 },
  topK: { min: 1, max: 100, default: 10 },
  /** Characters of a question, query or instruction. */
  maxQuestionLength: 32_000,
  maxFileIds: 10_000,
  maxUrlLength: 8_192,
  maxTags: 20,
  maxTagLength: 64,
  /** Request line and headers together. */
  maxHeaderBytes: 16 * 1024,
  maxTokenNameLength: 100,
  /** Characters of what a deployed flow says of itself to agents: each of them reads it with the list of tools. */
  maxToolDescription: 1_000,
  /** A graph of a flow. */
  maxGraphNodes: 500,
  maxGraphEdges: 2_000,
  maxGraphBytes: 1024 * 1024,
  maxPrompts: 1_000,
  /** Maximum of `Prefer: wait=N` on a build, in seconds. */
  maxWaitSeconds: 60,
  /** Width of a page screenshot in pixels. */
  screenshotWidth: { min: 300, max: 1_600, default: 900 },
  screenshotMaxAgeSeconds: 3_600,
  /** How often the contract suggests to poll a build, in seconds. */
  pollSeconds: { min: 2, max: 5 },
} as const;

/** A flow's name is a DNS label, so that it can be a host name. */
export const flowNamePattern = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/** Names that a flow can't have: the addresses of the flows root. */
export const reservedFlowNames = ["create", "prompts", "runs", "templates", "mcp"] as const;
