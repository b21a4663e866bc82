import { expect, it } from "vitest";
import { readSettings } from "./config.ts";

it("refuses a database of another kind, without showing its password", () => {
  const read = () => readSettings({ HEADWATER_DATABASE: "mysql://anna:s3cret@db.example.com/documents" });
  expect(read).toThrow(/^HEADWATER_DATABASE=… can't be used: it takes postgres:\/\//);
  expect(read).not.toThrow(/s3cret/);
});

it("keeps the defaults of limits that are left out", () => {
  const { web, reading } = readSettings({ HEADWATER_CRAWL_LIMITS: "depth=0, minutes=5" });
  expect(web.crawl).toMatchObject({ pages: 100, depth: 0, timeMs: 300_000 });
  expect(reading.pages).toBe(5000);
});

it("takes seconds, megabytes and calls of limits", () => {
  expect(
    readSettings({
      HEADWATER_READING_LIMITS: "seconds=7,page=2",
      HEADWATER_MODEL_LIMITS: "calls=1,seconds=3,tokens=5000",
      HEADWATER_DISK_LIMITS: "reserve=2,pictures=3",
    }),
  ).toMatchObject({
    buildTimeoutMs: 7000,
    pageTimeoutMs: 2000,
    models: { maxConcurrent: 1, timeoutMs: 3000, tokenBudget: 5000 },
    diskReserveBytes: 2 * 1024 * 1024,
    libreOffice: { cacheBytes: 3 * 1024 * 1024 },
  });
});

it.each([
  ["pages=0", "it takes a whole number from 1 to 1000 for pages"],
  ["depth=1.5", "it takes a whole number from 0 to 10 for depth"],
  [
    "page=3",
    'it takes pages=…,depth=…,megabytes=…,minutes=…,pause=…, each at most once, and "page=3" is not one of them',
  ],
  ["pages=3,pages=4", '"pages=4" is not one of them'],
])("refuses the limits %s", (given, message) => {
  expect(() => readSettings({ HEADWATER_CRAWL_LIMITS: given })).toThrow(message);
});

it("takes programs by name or path, and leaves the others as they are", () => {
  const { ocr, media, libreOffice, web } = readSettings({
    HEADWATER_PROGRAMS: "tesseract=built-in, libreoffice=/Applications/Libre Office/soffice",
  });
  expect([ocr.command, media.ffmpeg, libreOffice.command, web.browser]).toEqual([
    null,
    "ffmpeg",
    "/Applications/Libre Office/soffice",
    null,
  ]);
  expect(() => readSettings({ HEADWATER_PROGRAMS: "firefox=firefox" })).toThrow(
    'HEADWATER_PROGRAMS=firefox=firefox can\'t be used: it takes tesseract=…,ffmpeg=…,libreoffice=…,chromium=…, each at most once, and "firefox=firefox" is not one of them.',
  );
});

it.each([
  ["off", { isOn: false, days: 0 }],
  ["on", { isOn: true, days: 0 }],
  ["400", { isOn: true, days: 400 }],
])("HEADWATER_AUDIT=%s", (value, audit) => {
  expect(readSettings({ HEADWATER_AUDIT: value }).audit).toEqual(audit);
});

it("speech is turned into text by a model, or by a program", () => {
  const read = (text: string) => readSettings({ HEADWATER_TRANSCRIPTION_MODEL: text });
  expect(read("command:whisper-cli -m 'a b.bin'").media.transcriptionCommand).toEqual([
    "whisper-cli",
    "-m",
    "a b.bin",
  ]);
  expect(read("openai-compatible:whisper@http://127.0.0.1:9/v1")).toMatchObject({
    models: { transcription: { model: "whisper" } },
    media: { transcriptionCommand: undefined },
  });
});

it.each([
  ["issuer=https://id.example.com", "set both"],
  ["issuer=ftp://id.example.com,audience=https://docs.example.com/mcp", "begins with https:// for issuer"],
])("HEADWATER_OAUTH=%s is refused", (given, message) => {
  expect(() => readSettings({ HEADWATER_OAUTH: given })).toThrow(message);
});

it("models are fetched from where the libraries of Hugging Face fetch them", () => {
  expect(readSettings({}).modelHub).toBe("https://huggingface.co");
  expect(readSettings({ HF_ENDPOINT: "https://hub.example.com/" }).modelHub).toBe("https://hub.example.com");
  expect(() => readSettings({ HF_ENDPOINT: "hub.example.com" })).toThrow("HF_ENDPOINT=hub.example.com can't");
});
