/** What the service can send, and what adapters can decode when it is an error. */
const known = ["br", "gzip"];

/** Returns those of the known encodings that a client accepts by its `Accept-Encoding`, or `identity`. */
export function acceptedEncodings(header: string | undefined): string {
  const accepted = new Map(
    (header ?? "").split(",").map((each) => {
      const [name = "", ...parameters] = each.toLowerCase().split(";");
      return [name.trim(), !parameters.some((parameter) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/.test(parameter))];
    }),
  );
  return known.filter((name) => accepted.get(name)).join(", ") || "identity";
}
