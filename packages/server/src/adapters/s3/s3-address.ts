import { OperatorError } from "../../kernel/operator-error.ts";

/** Where bytes are kept in S3: `s3://<bucket>/<prefix>?endpoint=<address>&region=<region>&encryption=<how>&kms-key=<id>`. */
export type S3Address = {
  bucket: string;
  /** Before every key: empty, or ends in a slash. */
  prefix: string;
  /** Null for AWS itself. */
  endpoint: string | null;
  /** Null where the environment of the AWS SDK names it. */
  region: string | null;
  /** How the server encrypts what it stores; null leaves it to the bucket's own rule. */
  encryption: { algorithm: "AES256" | "aws:kms"; kmsKey: string | null } | null;
};

const form = "it takes s3://<bucket>/<prefix>?endpoint=<address>&region=<region>";
const parameters = new Set(["endpoint", "region", "encryption", "kms-key"]);

/** @throws OperatorError that never shows the address: some people put keys into it */
export function parseS3Address(text: string): S3Address {
  const refuse = (why: string) => new OperatorError(`HEADWATER_FILES can't be used: ${why}.`);
  const url = URL.parse(text);
  if (url?.protocol !== "s3:" || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname)) throw refuse(form);
  if (url.username !== "" || url.password !== "" || url.port !== "")
    throw refuse("keys are not part of the address. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY");
  for (const [name, value] of url.searchParams) {
    if (!parameters.has(name))
      throw refuse(`it has no parameter '${name}', only ${[...parameters].join(", ")}`);
    if (value === "") throw refuse(`its parameter '${name}' is empty`);
  }
  const get = (name: string) => url.searchParams.get(name);
  const endpoint = get("endpoint");
  const server = endpoint === null ? null : URL.parse(endpoint);
  if (endpoint !== null && !(server && /^https?:$/.test(server.protocol) && server.username === ""))
    throw refuse("endpoint takes the address of an S3 server, such as https://s3.example.com");
  const path = decoded(url.pathname)
    ?.split("/")
    .filter((part) => part !== "");
  if (!path) throw refuse(form);
  return {
    bucket: url.hostname,
    prefix: path.map((part) => `${part}/`).join(""),
    endpoint,
    region: get("region"),
    encryption: encryptionOf(get("encryption"), get("kms-key"), refuse),
  };
}

function encryptionOf(
  algorithm: string | null,
  kmsKey: string | null,
  refuse: (why: string) => OperatorError,
): S3Address["encryption"] {
  if (kmsKey !== null && algorithm !== "aws:kms") throw refuse("kms-key goes with encryption=aws:kms");
  if (algorithm === null) return null;
  if (algorithm === "AES256" || algorithm === "aws:kms") return { algorithm, kmsKey };
  throw refuse("encryption takes AES256 or aws:kms");
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
