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
import { webOrigin } from "./setting-forms.ts";
import { settingsSchema } from "./settings-schema.ts";
import { refuseUnknownSettings } from "./unknown-settings.ts";

const megabyte = 1024 * 1024;
const million = 1_000_000;

/** How sources are fetched from the web. */
export type WebSettings = {
  /** See `parseAllowedAddresses`. */
  allowedAddresses: string;
  /** As `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say; null for none. */
  proxies: { http: URL | null; https: URL | null; except: string };
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

/** Files in S3, with the keys of the usual variables. */
export type FilesSettings = {
  /** See `parseS3Address`. */
  address: string;
  /** Null where the variables don't name any: the AWS SDK looks further, for a profile or the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  /** For an address that names none. */
  region: string | null;
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
  /** Where traces are sent; null for nowhere. */
  traces: { url: string; ratio: number } | null;
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

/** A percent sign in a password has to be written as %25. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** The usual variables, in lower or upper case; the lower case counts, as with curl. */
function readProxies(given: Record<string, string | undefined>): WebSettings["proxies"] {
  const read = (name: string) => given[name.toLowerCase()] ?? given[name];
  const proxy = (name: string): URL | null => {
    const text = read(name);
    if (text === undefined) return null;
    const url = URL.parse(text.includes("://") ? text : `http://${text}`);
    if (url !== null && /^https?:$/.test(url.protocol) && isDecodable(url.username + url.password))
      return url;
    throw new OperatorError(
      `${name} can't be used: it takes the address of an HTTP proxy, such as http://proxy.example.com:3128. Change it or unset it.`,
    );
  };
  return { http: proxy("HTTP_PROXY"), https: proxy("HTTPS_PROXY"), except: read("NO_PROXY") ?? "" };
}

/** Where files are kept in S3, of an environment without empty values; null without `HEADWATER_FILES`. */
export function readFiles(given: Record<string, string | undefined>): FilesSettings | null {
  const {
    HEADWATER_FILES: address,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = given;
  if (address === undefined) return null;
  const keys = accessKeyId !== undefined && secretAccessKey !== undefined;
  return {
    address,
    credentials: keys
      ? { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
      : null,
    region: given.AWS_REGION ?? given.AWS_DEFAULT_REGION ?? null,
  };
}

/** The standard variables of OpenTelemetry that decide whether, where and how much; the exporter reads the others. */
function readTraces(given: Record<string, string | undefined>): Settings["traces"] {
  const base = given.OTEL_EXPORTER_OTLP_ENDPOINT;
  const address =
    given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base.replace(/\/+$/, "")}/v1/traces`);
  if (address === undefined || given.OTEL_SDK_DISABLED === "true") return null;
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new OperatorError(
      "OTEL_EXPORTER_OTLP_ENDPOINT can't be used: it takes the address of a collector, such as http://127.0.0.1:4318. Change it or unset it.",
    );
  const isRatio = given.OTEL_TRACES_SAMPLER?.endsWith("traceidratio");
  const ratio = isRatio ? Number(given.OTEL_TRACES_SAMPLER_ARG ?? 1) : 1;
  if (!(ratio >= 0 && ratio <= 1))
    throw new OperatorError(
      "OTEL_TRACES_SAMPLER_ARG can't be used: it takes a number from 0 to 1. Change it or unset it.",
    );
  return { url: address, ratio };
}

/** Where Hugging Face's own libraries look for models, too. */
function readModelHub({ HF_ENDPOINT: address }: Record<string, string | undefined>): string {
  if (address === undefined) return "https://huggingface.co";
  const { success, data } = webOrigin.safeParse(address.replace(/\/+$/, ""));
  if (success) return data;
  throw new OperatorError(
    `HF_ENDPOINT=${address} can't be used: it takes an address without a path, such as https://huggingface.co. Change it or unset it.`,
  );
}

const shown = (name: string, value: string | undefined) =>
  /TOKEN|KEY|DATABASE|FILES|INDEX/.test(name) ? "…" : (value ?? "");
