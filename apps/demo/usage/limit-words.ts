import type { ProjectUsage, UsageLimitName } from "@headwater/spec";
import { sizeInWords } from "../sources/sizes.ts";

type Limit = ProjectUsage["limits"][number];

const names: Record<UsageLimitName, string> = {
  bytes: "Uploaded files",
  sources: "Sources",
  pages_per_day: "Pages read today",
  questions_per_day: "Questions today",
  tokens_per_day: "Tokens of models today",
  concurrent_builds: "Builds at work",
};

const amount = (name: UsageLimitName, value: number): string =>
  name === "bytes" ? sizeInWords(value) : value.toLocaleString("en");

/** A limit as a row: what is limited, what is used, and what is allowed. */
export const limitWords = ({ name, used, limit }: Limit) => ({
  name: names[name],
  used: amount(name, used),
  limit: limit === null ? "no limit" : amount(name, limit),
  isReached: limit !== null && used >= limit,
});
