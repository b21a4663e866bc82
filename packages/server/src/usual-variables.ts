import { OperatorError } from "./kernel/operator-error.ts";
import { webOrigin } from "./setting-forms.ts";

/** Settings from variables that other programs use too: of proxies, S3, OpenTelemetry and Hugging Face. Without empty values. */
type Environment = Record<string, string | undefined>;

/** As `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY` say; null for none. */
export type Proxies = { http: URL | null; https: URL | null; except: string };

/** Where traces are sent, and the share of requests that have one. */
export type Traces = { url: string; ratio: number };

/** Files in S3, with the keys of the usual variables. */
export type FilesSettings = {
  /** See `parseS3Address`. */
  address: string;
  /** Null where the variables don't name any: the AWS SDK looks further, for a profile or the role of the machine. */
  credentials: { accessKeyId: string; secretAccessKey: string; sessionToken?: string } | null;
  /** For an address that names none. */
  region: string | null;
};

/** A percent sign in a password has to be written as %25. */
function isDecodable(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

/** The usual variables, in lower or upper case; the lower case counts, as with curl. */
export function readProxies(given: Environment): Proxies {
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
export function readFiles(given: Environment): FilesSettings | null {
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
export function readTraces(given: Environment): Traces | null {
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
export function readModelHub({ HF_ENDPOINT: address }: Environment): string {
  if (address === undefined) return "https://huggingface.co";
  const { success, data } = webOrigin.safeParse(address.replace(/\/+$/, ""));
  if (success) return data;
  throw new OperatorError(
    `HF_ENDPOINT=${address} can't be used: it takes an address without a path, such as https://huggingface.co. Change it or unset it.`,
  );
}
