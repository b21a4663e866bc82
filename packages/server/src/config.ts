import { availableParallelism } from "node:os";
import type { OcrOptions } from "@headwater/reader";
import { z } from "zod";
import { OperatorError } from "./kernel/operator-error.ts";

/** Leaves one thread for answering. More than four readers gain little on one disk. */
const defaultWorkers = () => Math.min(4, Math.max(1, availableParallelism() - 1));

const megabyte = 1024 * 1024;

/** A whole number between two others. The error text says so. */
const wholeNumber = (min: number, max: number) => {
  const error = `it takes a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};

/** An address without a path. */
const webOrigin = z
  .string()
  .regex(/^https?:\/\/[^/?#\s]+$/, "it takes an address without a path, such as https://example.com");

/**
 * Every setting of the service: its name in the environment (or `.env`), form, default and meaning. The table in the
 * README and `headwater serve --help` are generated from it.
 */
export const settingsSchema = z.object({
  HEADWATER_PORT: wholeNumber(0, 65_535).default(4000).describe("Port to listen on; 0 takes a free one."),
  HEADWATER_HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on; 0.0.0.0 for all."),
  HEADWATER_DATA: z.string().min(1).default("./data").describe("Folder for everything that is kept."),
  HEADWATER_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, "it takes 16 to 256 printable characters without spaces")
    .optional()
    .describe("Token of the first project when the data folder is new; absent: a random one."),
  HEADWATER_FLOWS_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]+(:\d+)?$/i, "it takes a domain name")
    .default("flows.localhost")
    .describe("Domain below which each flow has its host name."),
  HEADWATER_WORKERS: wholeNumber(1, 64)
    .default(defaultWorkers)
    .describe("Documents read at a time, each in a thread of its own; default: cores minus one, 1 to 4."),
  HEADWATER_BUILD_TIMEOUT: wholeNumber(1, 86_400)
    .default(900)
    .describe("Seconds one document may take to be read."),
  HEADWATER_OCR_LANGUAGES: z
    .string()
    .regex(/^[a-z_]+(\+[a-z_]+)*$/i, "it takes Tesseract's names of languages, such as eng or eng+deu")
    .default("eng")
    .describe("Languages of the text in scans and images, by Tesseract's names, joined with +."),
  HEADWATER_OCR_COMMAND: z
    .string()
    .min(1)
    .default("tesseract")
    .describe(
      "Tesseract program to read scans and images with; the slower built-in one is used without it, or for `built-in`.",
    ),
  HEADWATER_OCR_DATA: z
    .string()
    .min(1)
    .optional()
    .describe("Folder with `<language>.traineddata.gz` for the built-in OCR, which has English only."),
  HEADWATER_LIBREOFFICE_COMMAND: z
    .string()
    .min(1)
    .default("soffice")
    .describe(
      "LibreOffice program for pictures of the pages of Office documents; there are none without it.",
    ),
  HEADWATER_LIBREOFFICE_CACHE: wholeNumber(0, 1_000_000)
    .default(512)
    .describe("Megabytes of disk for the pages of Office documents; those not asked for longest go first."),
  HEADWATER_DISK_RESERVE: wholeNumber(0, 1_000_000_000)
    .default(256)
    .describe("Megabytes of the disk that uploads leave free, for deleting and for the database."),
  HEADWATER_ALLOW_PRIVATE_ADDRESSES: z
    .string()
    .optional()
    .describe(
      "Places that may be fetched though they are not public or have another port than 80 and 443: `host:port` or ranges such as `10.0.0.0/8`, with commas.",
    ),
  HEADWATER_CRAWL_PAGES: wholeNumber(1, 1000).default(100).describe("Pages that one crawl reads."),
  HEADWATER_CRAWL_DEPTH: wholeNumber(0, 10)
    .default(3)
    .describe("Links away from its first page that a crawl goes."),
  HEADWATER_CRAWL_SIZE: wholeNumber(1, 10_000).default(200).describe("Megabytes that one crawl reads."),
  HEADWATER_CRAWL_TIME: wholeNumber(1, 1440).default(30).describe("Minutes that one crawl takes."),
  HEADWATER_CRAWL_PAUSE: wholeNumber(0, 60_000)
    .default(1000)
    .describe("Milliseconds between two requests of a crawl to one host."),
  HEADWATER_REPOSITORY_FILES: wholeNumber(1, 100_000)
    .default(2000)
    .describe("Files of a repository that are read."),
  HEADWATER_REPOSITORY_SIZE: wholeNumber(1, 10_000)
    .default(200)
    .describe("Megabytes of a repository that are read."),
  HEADWATER_GITHUB_ARCHIVES: webOrigin
    .default("https://codeload.github.com")
    .describe("Where archives of GitHub repositories are fetched."),
  HEADWATER_YOUTUBE: webOrigin
    .default("https://www.youtube.com")
    .describe("Where videos and captions are fetched."),
  HEADWATER_CAPTION_LANGUAGES: z
    .string()
    .regex(
      /^[a-z]{2,3}(-[a-z0-9]{2,8})*(\s*,\s*[a-z]{2,3}(-[a-z0-9]{2,8})*)*$/i,
      "it takes language codes with commas, such as de,en",
    )
    .default("en")
    .describe("Languages of captions, best first; others are taken when a video has none of them."),
  HEADWATER_CHROMIUM_COMMAND: z
    .string()
    .min(1)
    .optional()
    .describe("Chromium program to render web pages with, for requests that ask for it; absent: none may."),
  HEADWATER_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("warn")
    .describe("What is logged to standard error, as JSON lines; `info` has a line per request."),
});

/** How sources are fetched from the web. */
export type WebSettings = {
  /** See `parseAllowedAddresses`. */
  allowedAddresses: string;
  crawl: { pages: number; depth: number; bytes: number; timeMs: number };
  crawlPauseMs: number;
  repository: { files: number; bytes: number };
  githubArchives: string;
  youtube: string;
  captionLanguages: string[];
  /** The program that renders pages; null for none. */
  browser: string | null;
};

export type Settings = {
  port: number;
  host: string;
  dataFolder: string;
  token: string | undefined;
  flowsDomain: string;
  workers: number;
  buildTimeoutMs: number;
  diskReserveBytes: number;
  ocr: OcrOptions;
  libreOffice: { command: string; cacheBytes: number };
  web: WebSettings;
  logLevel: z.infer<typeof settingsSchema>["HEADWATER_LOG_LEVEL"];
};

/** Reads the settings from an environment; an empty value means absent. Throws OperatorError. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = settingsSchema.safeParse(given);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const name = String(issue?.path[0]);
    throw new OperatorError(
      `${name}=${shown(name, given[name])} can't be used: ${issue?.message}. Change it or unset it.`,
    );
  }
  const env = parsed.data;
  return {
    port: env.HEADWATER_PORT,
    host: env.HEADWATER_HOST,
    dataFolder: env.HEADWATER_DATA,
    token: env.HEADWATER_TOKEN,
    flowsDomain: env.HEADWATER_FLOWS_DOMAIN,
    workers: env.HEADWATER_WORKERS,
    buildTimeoutMs: env.HEADWATER_BUILD_TIMEOUT * 1000,
    ocr: {
      languages: env.HEADWATER_OCR_LANGUAGES.split("+"),
      command: env.HEADWATER_OCR_COMMAND === "built-in" ? null : env.HEADWATER_OCR_COMMAND,
      dataFolder: env.HEADWATER_OCR_DATA,
    },
    libreOffice: {
      command: env.HEADWATER_LIBREOFFICE_COMMAND,
      cacheBytes: env.HEADWATER_LIBREOFFICE_CACHE * megabyte,
    },
    diskReserveBytes: env.HEADWATER_DISK_RESERVE * megabyte,
    web: {
      allowedAddresses: env.HEADWATER_ALLOW_PRIVATE_ADDRESSES ?? "",
      crawl: {
        pages: env.HEADWATER_CRAWL_PAGES,
        depth: env.HEADWATER_CRAWL_DEPTH,
        bytes: env.HEADWATER_CRAWL_SIZE * megabyte,
        timeMs: env.HEADWATER_CRAWL_TIME * 60_000,
      },
      crawlPauseMs: env.HEADWATER_CRAWL_PAUSE,
      repository: { files: env.HEADWATER_REPOSITORY_FILES, bytes: env.HEADWATER_REPOSITORY_SIZE * megabyte },
      githubArchives: env.HEADWATER_GITHUB_ARCHIVES,
      youtube: env.HEADWATER_YOUTUBE,
      captionLanguages: env.HEADWATER_CAPTION_LANGUAGES.toLowerCase()
        .split(",")
        .map((code) => code.trim()),
      browser: env.HEADWATER_CHROMIUM_COMMAND ?? null,
    },
    logLevel: env.HEADWATER_LOG_LEVEL,
  };
}

const shown = (name: string, value: string | undefined) => (name === "HEADWATER_TOKEN" ? "…" : (value ?? ""));
