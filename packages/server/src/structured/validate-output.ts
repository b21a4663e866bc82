import { Ajv2020, type ErrorObject, type Options } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { invalidSchema, unsupportedPattern, unsupportedSchema } from "./errors.ts";
import { isObject, type JsonSchema, pointer } from "./json-schema.ts";
import { UnsupportedPartError } from "./linear-pattern.ts";
import { linearEngine } from "./pattern-engine.ts";
import { schemaLimits } from "./schema-limits.ts";

export type OutputError = Pick<ErrorObject, "instancePath" | "schemaPath" | "keyword" | "params"> & {
  message: string;
};

/** All errors of a value. Empty when it fits. */
export type OutputValidator = (value: unknown) => OutputError[];

/** Maximum errors reported. More of them say nothing new and cost time. */
const maxErrors = 200;

function createAjv(options: Options): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: true,
    logger: false,
    // Names like `constructor` are names of properties and not what every object inherits.
    ownProperties: true,
    ...options,
  });
  // CommonJS under NodeNext: the plugin is the default export's own default.
  (formats as unknown as (instance: Ajv2020) => void)(ajv);
  // The plugin's own takes seconds for 50,000 characters.
  ajv.addFormat("url", (text: string) => /^(?:https?|ftp):\/\//i.test(text) && URL.canParse(text));
  return ajv;
}

/** Checks schemas against draft 2020-12. Compiling the draft's own schema takes milliseconds, so it happens once. */
const dialect = createAjv({});

/**
 * Compiles a JSON Schema (draft 2020-12; `$schema` and `$id` are ignored). Throws a 400 that names the path when it is
 * not a valid schema. Unknown keywords and formats are ignored, as the standard requires.
 */
export function compileOutputSchema(schema: JsonSchema): OutputValidator {
  const { $schema: _dialect, $id: _id, ...own } = schema;
  checkPatterns(own, "");
  if (!dialect.validateSchema(own)) {
    const [first] = dialect.errors ?? [];
    throw invalidSchema(first?.message ?? "not a JSON Schema", first?.instancePath ?? "");
  }
  // Use one ajv per schema, because ajv keeps everything it compiles.
  const validate = compile(createAjv({ validateSchema: false, code: { regExp: linearEngine } }), own);
  return (value) => {
    if (validate(value)) return [];
    return (validate.errors ?? []).slice(0, maxErrors).map(({ message = "does not fit", ...error }) => ({
      ...error,
      message,
    }));
  };
}

function compile(ajv: Ajv2020, schema: JsonSchema) {
  try {
    return ajv.compile(schema);
  } catch (error) {
    throw invalidSchema(error instanceof Error ? error.message : "it can't be compiled", "");
  }
}

/** Names the path of a pattern that can't be used. ajv would not name it. */
function checkPatterns(value: unknown, path: string): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const here = pointer(path, key);
    if (key === "pattern" && typeof inner === "string") checkPattern(inner, here);
    else if (key !== "enum" && key !== "const" && key !== "default" && key !== "examples") {
      if (key === "patternProperties" && isObject(inner))
        for (const pattern of Object.keys(inner)) checkPattern(pattern, pointer(here, pattern));
      checkPatterns(inner, here);
    }
  }
}

function checkPattern(pattern: string, path: string): void {
  if (pattern.length > schemaLimits.patternLength) {
    throw unsupportedSchema(`a pattern longer than ${schemaLimits.patternLength} characters`, path);
  }
  try {
    linearEngine(pattern);
  } catch (error) {
    if (error instanceof UnsupportedPartError) throw unsupportedPattern(pattern, error, path);
    throw invalidSchema(error instanceof Error ? error.message : "not a regular expression", path);
  }
}
