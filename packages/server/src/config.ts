import type { Command, OcrOptions, ReadingLimits } from "@headwater/reader";
import type { z } from "zod";
import { OperatorError } from "./kernel/operator-error.ts";
import {
  configuredEmbedders,
  configuredJudge,
  configuredLanguage,
  configuredModel,
  configuredReranker,
  configuredTranscriber,
  type ModelSettings,
} from "./models/configured-models.ts";
import { settingsSchema } from "./settings-schema.ts";
import { refuseUnknownSettings } from "./unknown-settings.ts";
import {
  type FilesSettings,
  type Proxies,
  readFiles,
  readModelHub,
  readProxies,
  readTraces,
  type Traces,
} from "./usual-variables.ts";

const megabyte = 1024 * 1024;
const million = 1_000_000;

/** How sources are fetched from the web. */
export type WebSettings = {
  /** See `parseAllowedAddresses`. */
  allowedAddresses: string;
  proxies: Proxies;
  crawl: { pages: number; depth: number; bytes: number; timeMs: number };
  crawlPauseMs: number;
  repository: { files: number; bytes: number };
  githubArchives: string;
  youtube: string;
  captionLanguages: string[];
  /** The program that renders pages; null for none. */
  browser: string | null;
};

/** How audio and video are read. */
export type MediaSettings = {
  ffmpeg: string;
  /** Turns speech into text. */
  transcriptionCommand: Command | undefined;
};

/** Who may use the Model Context Protocol, and from where. */
export type McpSettings = {
  /** Host names in lower case. */
  hosts: string[];
  /** Null without an issuer. */
  oauth: { issuer: string; audience: string; projectClaim: string } | null;
};

export type Settings = {
  port: number;
  host: string;
  dataFolder: string;
  /** The address of a PostgreSQL database, with its password; null for the database in the data folder. */
  postgres: string | null;
  /** Set where a pooler is at `postgres`: the address of the database itself. */
  postgresDirect: string | null;
  /** `api` and `worker` are processes of a fleet, which share a database and files. */
  role: "all" | "api" | "worker";
  /** Where files are kept in S3; null for the data folder. */
  files: FilesSettings | null;
  /** The address of an OpenSearch cluster, with its password; null for an index in the database. */
  index: string | null;
  token: string | undefined;
  flowsDomain: string;
  /** Whether to believe the `X-Forwarded` headers of a proxy. */
  trustProxy: boolean;
  workers: number;
  buildTimeoutMs: number;
  pageTimeoutMs: number;
  reading: ReadingLimits;
  diskReserveBytes: number;
  ocr: OcrOptions;
  media: MediaSettings;
  models: ModelSettings;
  /** Where known embedding models are fetched when the operator asks for one. */
  modelHub: string;
  libreOffice: { command: string; cacheBytes: number };
  web: WebSettings;
  /** Days after its latest question when a conversation is deleted; 0 for never. */
  conversationDays: number;
  mcp: McpSettings;
  /** Whether the audit log is written, and the days that its entries are kept; 0 for always. */
  audit: { isOn: boolean; days: number };
  /** Names of the settings that are set. */
  named: string[];
  /** What opens `/metrics`; undefined: it is open. */
  metricsToken: string | undefined;
  /** Encrypts the secrets of webhooks. */
  webhookKey: string | undefined;
  /** Null for nowhere. */
  traces: Traces | null;
  /** From how long a question is slow, in ms; 0 for never. */
  slowQuestionMs: number;
  logLevel: z.infer<typeof settingsSchema>["HEADWATER_LOG_LEVEL"];
  logFormat: z.infer<typeof settingsSchema>["HEADWATER_LOG_FORMAT"];
};

/** Reads the settings from an environment; an empty value means absent. Throws OperatorError. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  refuseUnknownSettings(Object.keys(given));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new OperatorError(
      `${name}=${shown(name, given[name])} can't be used: ${issue?.message}. Change it or unset it.`,
    );
  }
  const env = parsed.data;
  const language = configuredLanguage("HEADWATER_LANGUAGE_MODEL", env.HEADWATER_LANGUAGE_MODEL, given);
  const transcription = configuredTranscriber(
    "HEADWATER_TRANSCRIPTION_MODEL",
    env.HEADWATER_TRANSCRIPTION_MODEL,
    given,
  );
  const { tesseract, ffmpeg, libreoffice, chromium } = env.HEADWATER_PROGRAMS;
  if (env.HEADWATER_DATABASE_DIRECT !== undefined && env.HEADWATER_DATABASE === undefined)
    throw new OperatorError(
      "HEADWATER_DATABASE_DIRECT is the database behind a pooler. Set HEADWATER_DATABASE to the pooler; without one, set only that, to the database.",
    );
  return {
    port: env.HEADWATER_PORT,
    host: env.HEADWATER_HOST,
    dataFolder: env.HEADWATER_DATA,
    postgres: env.HEADWATER_DATABASE ?? null,
    postgresDirect: env.HEADWATER_DATABASE_DIRECT ?? null,
    role: env.HEADWATER_ROLE,
    files: readFiles(given),
    index: env.HEADWATER_INDEX ?? null,
    token: env.HEADWATER_TOKEN,
    flowsDomain: env.HEADWATER_FLOWS_DOMAIN,
    trustProxy: env.HEADWATER_TRUST_PROXY === "true",
    workers: env.HEADWATER_WORKERS,
    buildTimeoutMs: env.HEADWATER_READING_LIMITS.seconds * 1000,
    pageTimeoutMs: env.HEADWATER_READING_LIMITS.page * 1000,
    reading: {
      pages: env.HEADWATER_READING_LIMITS.pages,
      pixels: env.HEADWATER_READING_LIMITS.pixels * million,
      cells: env.HEADWATER_READING_LIMITS.cells,
      unpackedBytes: env.HEADWATER_READING_LIMITS.unpacked * million,
    },
    ocr: {
      languages: env.HEADWATER_OCR_LANGUAGES.split("+"),
      recogniser: env.HEADWATER_OCR_RECOGNISER === "built-in",
      command: tesseract === "built-in" ? null : tesseract,
      dataFolder: env.HEADWATER_OCR_DATA,
    },
    media: { ffmpeg, transcriptionCommand: transcription.command },
    models: {
      vision: configuredModel("HEADWATER_VISION_MODEL", env.HEADWATER_VISION_MODEL, given),
      transcription: transcription.model,
      language,
      ...configuredEmbedders("HEADWATER_EMBEDDING_MODEL", env.HEADWATER_EMBEDDING_MODEL, given),
      reranking: configuredReranker("HEADWATER_RERANKING_MODEL", env.HEADWATER_RERANKING_MODEL, given),
      judging: configuredJudge("HEADWATER_JUDGE_MODEL", env.HEADWATER_JUDGE_MODEL, given, language),
      maxConcurrent: env.HEADWATER_MODEL_LIMITS.calls,
      timeoutMs: env.HEADWATER_MODEL_LIMITS.seconds * 1000,
      tokenBudget: env.HEADWATER_MODEL_LIMITS.tokens,
    },
    modelHub: readModelHub(given),
    libreOffice: {
      command: libreoffice,
      cacheBytes: env.HEADWATER_DISK_LIMITS.pictures * megabyte,
    },
    diskReserveBytes: env.HEADWATER_DISK_LIMITS.reserve * megabyte,
    web: {
      allowedAddresses: env.HEADWATER_ALLOW_PRIVATE_ADDRESSES ?? "",
      proxies: readProxies(given),
      crawl: {
        pages: env.HEADWATER_CRAWL_LIMITS.pages,
        depth: env.HEADWATER_CRAWL_LIMITS.depth,
        bytes: env.HEADWATER_CRAWL_LIMITS.megabytes * megabyte,
        timeMs: env.HEADWATER_CRAWL_LIMITS.minutes * 60_000,
      },
      crawlPauseMs: env.HEADWATER_CRAWL_LIMITS.pause,
      repository: {
        files: env.HEADWATER_REPOSITORY_LIMITS.files,
        bytes: env.HEADWATER_REPOSITORY_LIMITS.megabytes * megabyte,
      },
      githubArchives: env.HEADWATER_GITHUB_ARCHIVES,
      youtube: env.HEADWATER_YOUTUBE,
      captionLanguages: listOf(env.HEADWATER_CAPTION_LANGUAGES),
      browser: chromium,
    },
    conversationDays: env.HEADWATER_CONVERSATION_DAYS,
    mcp: { hosts: listOf(env.HEADWATER_MCP_HOSTS ?? ""), oauth: env.HEADWATER_OAUTH ?? null },
    audit: { isOn: env.HEADWATER_AUDIT !== "off", days: Number(env.HEADWATER_AUDIT) || 0 },
    named: Object.keys(given)
      .filter((name) => name in settingsSchema.shape)
      .sort(),
    metricsToken: env.HEADWATER_METRICS_TOKEN,
    webhookKey: env.HEADWATER_WEBHOOK_KEY,
    traces: readTraces(given),
    slowQuestionMs: env.HEADWATER_SLOW_QUESTION * 1000,
    logLevel: env.HEADWATER_LOG_LEVEL,
    logFormat: env.HEADWATER_LOG_FORMAT,
  };
}

/** Texts with commas between them, in lower case. */
const listOf = (texts: string): string[] =>
  texts
    .toLowerCase()
    .split(",")
    .map((text) => text.trim())
    .filter((text) => text !== "");

const shown = (name: string, value: string | undefined) =>
  /TOKEN|KEY|DATABASE|FILES|INDEX/.test(name) ? "…" : (value ?? "");
