import { expect, it } from "vitest";
import { parseS3Address } from "./s3-address.ts";

it("reads bucket, prefix, server, region and encryption", () => {
  expect(parseS3Address("s3://documents")).toEqual({
    bucket: "documents",
    prefix: "",
    endpoint: null,
    region: null,
    encryption: null,
  });
  expect(
    parseS3Address(
      "s3://my.docs/a//b%20c/?endpoint=http://127.0.0.1:7070&region=eu-central-1&encryption=aws:kms&kms-key=arn:aws:kms:x",
    ),
  ).toEqual({
    bucket: "my.docs",
    prefix: "a/b c/",
    endpoint: "http://127.0.0.1:7070",
    region: "eu-central-1",
    encryption: { algorithm: "aws:kms", kmsKey: "arn:aws:kms:x" },
  });
});

it.each([
  ["s3://", "it takes s3://<bucket>"],
  ["s3://UPPER_case", "it takes s3://<bucket>"],
  ["s3://docs/%zz", "it takes s3://<bucket>"],
  ["https://docs", "it takes s3://<bucket>"],
  ["s3://AKIA:secret@docs", "keys are not part"],
  ["s3://docs?secret=hunter2", "no parameter 'secret'"],
  ["s3://docs?region=", "'region' is empty"],
  ["s3://docs?endpoint=127.0.0.1:7070", "endpoint takes the address"],
  ["s3://docs?endpoint=http://AKIA:secret@127.0.0.1", "endpoint takes the address"],
  ["s3://docs?encryption=rot13", "AES256 or aws:kms"],
  ["s3://docs?kms-key=a", "kms-key goes with"],
])("refuses %s, and never shows it", (address, why) => {
  expect(() => parseS3Address(address)).toThrow(why);
  expect(() => parseS3Address(address)).not.toThrow(/hunter2|AKIA:secret/);
});
