import { OperatorError } from "../../kernel/operator-error.ts";
import { type Bucket, placeOf, type S3Credentials } from "./bucket.ts";
import { FilesUnavailableError, reasonOf } from "./files-outage.ts";
import { openBucket } from "./open-bucket.ts";
import { parseS3Address } from "./s3-address.ts";

/** What another S3 server than AWS takes for a region, unless it was set up otherwise. */
const regionOfOthers = "us-east-1";

/** Opens the bucket of an address and proves that it can be reached and read. Throws OperatorError, in one line. */
export async function connectBucket(
  text: string,
  { credentials, region }: { credentials: S3Credentials | null; region: string | null },
): Promise<Bucket> {
  const address = parseS3Address(text);
  const known = address.region ?? region ?? (address.endpoint === null ? null : regionOfOthers);
  if (known === null)
    throw new OperatorError(
      `${placeOf(address)} can't be used without its region: add ?region=<region> to HEADWATER_FILES, or set AWS_REGION.`,
    );
  const bucket = await openBucket({ ...address, region: known }, credentials);
  await explained(bucket, bucket.probe());
  return bucket;
}

/** Rejects with one line that says what to do, where a bucket is the reason. */
export async function explained<T>(bucket: Bucket, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const failure = error instanceof FilesUnavailableError ? error.cause : error;
    if (!(failure instanceof Error) || failure instanceof OperatorError) throw error;
    const reason = reasonOf(failure);
    const remedy = remedies.find(([pattern]) => pattern.test(reason))?.[1] ?? checkAddress;
    throw new OperatorError(`${bucket.place} can't be used: ${reason}. ${remedy}`, { cause: error });
  }
}

const checkAddress = "Check that it runs there, and that HEADWATER_FILES has the right address.";

/** By the name of the server's refusal, or of the SDK's. */
const remedies: [reason: RegExp, remedy: string][] = [
  [/^NoSuchBucket$/, "Create the bucket first, or change HEADWATER_FILES."],
  [/^CredentialsProviderError$/, "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY."],
  [/^(PermanentRedirect|AuthorizationHeaderMalformed)$/, "Set the region of the bucket in HEADWATER_FILES."],
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|AccessDenied|Forbidden|ExpiredToken|InvalidToken|403)/,
    "Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they may list, read, write and delete there.",
  ],
  [/^NotImplemented$/, "The server lacks something that is needed: conditional writes, or encryption."],
];
