import { expect, it } from "vitest";
import { acceptedEncodings } from "./accepted-encodings.ts";

it.each([
  ["gzip, deflate, br, zstd", "br, gzip"],
  ["GZIP;q=0.5", "gzip"],
  ["br;q=0, gzip; q=0.001", "gzip"],
  ["br;q=0.000,gzip ; q = 0", "identity"],
  ["deflate", "identity"],
  ["*", "identity"],
  ["", "identity"],
  [undefined, "identity"],
])("%s accepts %s", (header, accepted) => expect(acceptedEncodings(header)).toBe(accepted));
