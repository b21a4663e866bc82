import { invalidInput, type ServiceError } from "../kernel/service-error.ts";

const at = (path: string): string => (path === "" ? "at its root" : `at ${path}`);

/** The schema uses a keyword or form that cannot be filled. `path` is a JSON pointer into the schema. */
export const unsupportedSchema = (what: string, path: string): ServiceError =>
  invalidInput(`output_schema is not supported: ${what} ${at(path)}`);

/** Not a JSON Schema. */
export const invalidSchema = (why: string, path: string): ServiceError =>
  invalidInput(`output_schema is not valid: ${why} ${at(path)}`);

export const schemaTooLarge = (limit: string): ServiceError =>
  invalidInput(`output_schema is too large: ${limit}`);

/** No value was found for a place that is required and cannot be null. */
export const valueNotFound = (path: string): ServiceError =>
  invalidInput(
    `No value for ${path} was found in the documents, and output_schema leaves no way to say so: allow null there or remove it from 'required'`,
  );

/** The values that were found cannot be made to fit, and no smaller part can be left out. */
export const valueDoesNotFit = (path: string, why: string): ServiceError =>
  invalidInput(
    `What was found in the documents does not fit output_schema ${at(path)}: ${why}. Allow null, an empty list or other values there`,
  );

/** The pattern uses what no engine matches in linear time, or what ours does not know. */
export const unsupportedPattern = (
  pattern: string,
  { part, instead }: { part: string; instead: string },
  path: string,
): ServiceError => unsupportedSchema(`${part} in the pattern ${JSON.stringify(pattern)} (${instead})`, path);
