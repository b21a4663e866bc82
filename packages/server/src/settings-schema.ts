import { availableParallelism } from "node:os";
import { defaultLimits } from "@headwater/reader";
import { z } from "zod";
import { limits, oauth, programs, webOrigin, wholeNumber } from "./setting-forms.ts";

const million = 1_000_000;

/** Leaves one thread for answering. More than four readers gain little on one disk. */
const defaultWorkers = () => Math.min(4, Math.max(1, availableParallelism() - 1));

/**
 * Every setting for operators: its name in the environment (or `.env`), form, default and meaning. The table in the
 * README and `headwater serve --help` are generated from it.
 */
export const listedSettings = z.object({
  HEADWATER_PORT: wholeNumber(0, 65_535).default(4000).describe("Port to listen on; 0 takes a free one."),
  HEADWATER_HOST: z.string().min(1).default("127.0.0.1").describe("Address to listen on; 0.0.0.0 for all."),
  HEADWATER_DATA: z.string().min(1).default("./data").describe("Folder for everything that is kept."),
  HEADWATER_DATABASE: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "it takes postgres://<user>:<password>@<host>:<port>/<database>")
    .optional()
    .describe(
      "PostgreSQL database for everything but the files, as `postgres://<user>:<password>@<host>:<port>/<database>`; absent: a database in the data folder.",
    ),
  HEADWATER_DATABASE_DIRECT: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "it takes postgres://<user>:<password>@<host>:<port>/<database>")
    .optional()
    .describe(
      "The database's own address, where `HEADWATER_DATABASE` is that of a pooler such as pgbouncer in transaction mode.",
    ),
  HEADWATER_ROLE: z
    .enum(["all", "api", "worker"])
    .default("all")
    .describe(
      "What this process does: `all`; or, beside others on one PostgreSQL database, with the files in one bucket or one shared data folder, `api` (answers requests) or `worker` (reads documents).",
    ),
  HEADWATER_FILES: z
    .string()
    .regex(/^s3:\/\/\S+$/, "it takes s3://<bucket>/<prefix>?endpoint=<address>&region=<region>")
    .optional()
    .describe(
      "S3 bucket for the files, as `s3://<bucket>/<prefix>?endpoint=<address>&region=<region>`, with the keys in `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`; absent: a folder in the data folder.",
    ),
  HEADWATER_INDEX: z
    .string()
    .regex(
      /^opensearch(\+https)?:\/\/\S+$/,
      "it takes opensearch://<user>:<password>@<host>:<port>,<host>:<port>",
    )
    .optional()
    .describe(
      "OpenSearch 3 cluster for the index of words, and of vectors where it has the k-NN plugin, as `opensearch://<user>:<password>@<host>:<port>,<host>:<port>` with any of its nodes, or `opensearch+https://…`; `?vectors_from=<chunks>` sets from which size of a project on its vectors are searched there (200000); the same for all processes; absent: an index in the database.",
    ),
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
  HEADWATER_TRUST_PROXY: z
    .enum(["true", "false"])
    .default("false")
    .describe(
      "`true` where a proxy in front sets `X-Forwarded-Host`, `X-Forwarded-Proto` and, for a path in front of the service's, `X-Forwarded-Prefix`, and no client gets past it; they say then which flow is meant.",
    ),
  HEADWATER_WORKERS: wholeNumber(1, 64)
    .default(defaultWorkers)
    .describe("Documents read at a time, each in a thread of its own; default: cores minus one, 1 to 4."),
  HEADWATER_READING_LIMITS: limits({
    pages: { from: 1, to: 100_000, standard: defaultLimits.pages },
    pixels: { from: 1, to: 1000, standard: defaultLimits.pixels / million },
    cells: { from: 1, to: 100_000_000, standard: defaultLimits.cells },
    unpacked: { from: 1, to: 10_000, standard: defaultLimits.unpackedBytes / million },
    seconds: { from: 1, to: 86_400, standard: 3600 },
    page: { from: 1, to: 3600, standard: 60 },
  }).describe(
    "The largest document that is read: `pages` of a PDF or a TIFF, millions of `pixels` of one picture, filled `cells` of a workbook, megabytes of an Office document once it is `unpacked`; and the `seconds` that it may take, and of them one `page` or picture, which fails when it takes longer.",
  ),
  HEADWATER_OCR_LANGUAGES: z
    .string()
    .regex(/^[a-z_]+(\+[a-z_]+)*$/i, "it takes Tesseract's names of languages, such as eng or eng+deu")
    .default("eng")
    .describe(
      "Tesseract's language packs for scans and images that the recogniser can't read, joined with +; without the recogniser, those that read all of them.",
    ),
  HEADWATER_OCR_RECOGNISER: z
    .enum(["built-in", "none"])
    .default("built-in")
    .describe("What reads scans and images first; with `none`, Tesseract reads all of them."),
  HEADWATER_OCR_DATA: z
    .string()
    .min(1)
    .optional()
    .describe("Folder with `<language>.traineddata.gz` for the built-in OCR, which has English only."),
  HEADWATER_VISION_MODEL: z
    .string()
    .optional()
    .describe(
      "Model that reads pages and figures: `openai:<model>`, `anthropic:<model>`, `google:<model>` or `openai-compatible:<model>@<base url>`; absent: none.",
    ),
  HEADWATER_TRANSCRIPTION_MODEL: z
    .string()
    .optional()
    .describe(
      "What turns speech into text: `openai:<model>`, `google:<model>` or `openai-compatible:<model>@<base url>`; or `command:<program>` with its arguments, which gets the path of a WAV file for `{wav}`, or last, and prints what is said; absent: none.",
    ),
  HEADWATER_LANGUAGE_MODEL: z
    .string()
    .optional()
    .describe(
      "Model that answers and extracts: `openai:<model>`, `anthropic:<model>`, `google:<model>` or `openai-compatible:<model>@<base url>`; absent: answers are quotes. A thinking level (`fast`, `balanced`, `accurate`, `max`) may have another one: `openai:gpt-5,fast=openai:gpt-5-mini`.",
    ),
  HEADWATER_EMBEDDING_MODEL: z
    .string()
    .default("built-in")
    .describe(
      "Model that finds passages by their meaning, beside their words: `built-in`, which runs here and reads English; `multilingual`, which runs here too and reads European languages; `openai:<model>`, `google:<model>`, `openai-compatible:<model>@<base url>`; `local:<folder>` of a sentence encoder in ONNX form; or `none`. After a change name the one before, too (`multilingual,previous=built-in`): it answers until the new one has embedded every document.",
    ),
  HEADWATER_RERANKING_MODEL: z
    .string()
    .optional()
    .describe(
      "Model that sorts what the search found: `openai-compatible:<model>@<base url>` of a server that has `/rerank` (Cohere, Jina, vLLM, llama.cpp); absent: none.",
    ),
  HEADWATER_JUDGE_MODEL: z
    .string()
    .optional()
    .describe(
      "Model that judges the sentences of answers that rules can neither prove nor disprove: `local:<folder>` of a model of natural language inference in ONNX form; `language-model`, a call of the model that answers for each of them; or another model, named as `HEADWATER_LANGUAGE_MODEL` names one; absent or `none`: none.",
    ),
  HEADWATER_MODEL_API_KEY: z
    .string()
    .optional()
    .describe(
      "Key for `openai-compatible` models, if they ask for one. The others take `OPENAI_API_KEY`, `ANTHROPIC_API_KEY` and `GOOGLE_GENERATIVE_AI_API_KEY`.",
    ),
  HEADWATER_MODEL_LIMITS: limits({
    calls: { from: 1, to: 64, standard: 4 },
    seconds: { from: 1, to: 3600, standard: 120 },
    tokens: { from: 1_000, to: 10_000_000, standard: 100_000 },
  }).describe(
    "`calls` to one model at a time, for each document that is being read and each thread that answers; `seconds` that a model may take to answer, or be silent while it writes (for a recording, its length comes on top); `tokens` of documents that one question or extraction sends to the language model. What does not fit is left out: set it below the model's context.",
  ),
  HEADWATER_PROGRAMS: programs({
    tesseract: "tesseract",
    ffmpeg: "ffmpeg",
    libreoffice: "soffice",
    chromium: null,
  }).describe(
    "Programs that read what the service does not read by itself, by name or path, such as `ffmpeg=/opt/ffmpeg/bin/ffmpeg,chromium=chromium`. `tesseract`: scans and images that the recogniser can't read; the slower built-in one is used without it, or for `built-in`. `ffmpeg`, with ffprobe beside it: audio and video. `libreoffice`: pictures of the pages of Office documents. `chromium`: renders web pages for requests that ask for it; none may without it.",
  ),
  HEADWATER_DISK_LIMITS: limits({
    reserve: { from: 0, to: 1_000_000_000, standard: 256 },
    pictures: { from: 0, to: 1_000_000, standard: 512 },
  }).describe(
    "Megabytes of the disk: `reserve` that uploads leave free, for deleting and for the database; `pictures` for the laid out pages of Office documents, of which those that were not requested for longest go first.",
  ),
  HEADWATER_ALLOW_PRIVATE_ADDRESSES: z
    .string()
    .optional()
    .describe(
      "Places that may be fetched though they are not public or have another port than 80 and 443: `host:port` or ranges such as `10.0.0.0/8`, with commas.",
    ),
  HEADWATER_CRAWL_LIMITS: limits({
    pages: { from: 1, to: 1000, standard: 100 },
    depth: { from: 0, to: 10, standard: 3 },
    megabytes: { from: 1, to: 10_000, standard: 200 },
    minutes: { from: 1, to: 1440, standard: 30 },
    pause: { from: 0, to: 60_000, standard: 1000 },
  }).describe(
    "One crawl: its `pages`, links away from the first page (`depth`), `megabytes`, `minutes`, and milliseconds between two requests to one host (`pause`).",
  ),
  HEADWATER_REPOSITORY_LIMITS: limits({
    files: { from: 1, to: 100_000, standard: 2000 },
    megabytes: { from: 1, to: 10_000, standard: 200 },
  }).describe("Files and megabytes of a repository that are read."),
  HEADWATER_CAPTION_LANGUAGES: z
    .string()
    .regex(
      /^[a-z]{2,3}(-[a-z0-9]{2,8})*(\s*,\s*[a-z]{2,3}(-[a-z0-9]{2,8})*)*$/i,
      "it takes language codes with commas, such as de,en",
    )
    .default("en")
    .describe("Languages of captions, best first; others are taken when a video has none of them."),
  HEADWATER_CONVERSATION_DAYS: wholeNumber(0, 36_500)
    .default(0)
    .describe("Days after its latest question when a conversation is deleted; 0: never."),
  HEADWATER_MCP_HOSTS: z
    .string()
    .regex(/^[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*$/i, "it takes host names with commas, such as docs.example.com")
    .optional()
    .describe(
      "Host names, with commas, under which `/mcp` may be called; absent: addresses in numbers and `localhost` only.",
    ),
  HEADWATER_OAUTH: oauth
    .optional()
    .describe(
      "OAuth authorization server whose tokens `/mcp` takes beside those of projects, as `issuer=<address>,audience=<address>,claim=<name>`: `audience` is the public address of `/mcp`, for which the tokens have to be made out; `claim` names the project that a token opens (`headwater_project` when left out); absent: none.",
    ),
  HEADWATER_AUDIT: z
    .string()
    .regex(/^(on|off|[1-9]\d{0,4})$/, "it takes on, off, or the days that an entry is kept")
    .default("off")
    .describe(
      "`on`: records who did what to which source, flow or token, and which sources answers cited, and keeps it; a number: keeps it for so many days. `headwater audit` shows it.",
    ),
  HEADWATER_METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,256}$/, "it takes 16 to 256 printable characters without spaces")
    .optional()
    .describe(
      "Token that `/metrics` asks for, as `Authorization: Bearer <token>`; absent: anyone may read it.",
    ),
  HEADWATER_WEBHOOK_KEY: z
    .string()
    .regex(/^[\x21-\x7e]{24,256}$/, "it takes 24 to 256 printable characters without spaces")
    .optional()
    .describe(
      "Random text that encrypts the secrets of webhooks, the same for all processes; absent: no webhook can be added.",
    ),
  HEADWATER_SLOW_QUESTION: wholeNumber(0, 3600)
    .default(0)
    .describe("Seconds from which the log says of a question where its time went; 0: of none."),
  HEADWATER_LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
    .default("warn")
    .describe("What is logged to standard error; `info` has a line per request."),
  HEADWATER_LOG_FORMAT: z
    .enum(["auto", "json", "text"])
    .default("auto")
    .describe(
      "`json`: a JSON object per line; `text`: lines to read; `auto`: `text` in a terminal, else `json`.",
    ),
});

/** Every setting. Those that are not listed lead tests to servers of their own. */
export const settingsSchema = listedSettings.extend({
  /** Where archives of GitHub repositories are fetched. */
  HEADWATER_GITHUB_ARCHIVES: webOrigin.default("https://codeload.github.com"),
  /** Where videos and captions are fetched. */
  HEADWATER_YOUTUBE: webOrigin.default("https://www.youtube.com"),
});
