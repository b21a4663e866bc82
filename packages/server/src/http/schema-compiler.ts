import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { SpecDocument } from "./request-schema.ts";

/** Compiles a schema at its first use and keeps the result. */
type LazyValidator = () => ValidateFunction;

/**
 * `texts` coerces path and query values, which arrive as text. `exact` requires the types of a JSON body to be right.
 */
export type SchemaCompiler = { texts(schema: object): LazyValidator; exact(schema: object): LazyValidator };

export const createSchemaCompiler = (document: SpecDocument): SchemaCompiler => ({
  texts: compiler(document, true),
  exact: compiler(document, false),
});

/** The spec package lints the spec, so it is not checked against the meta-schemas again. */
function compiler(document: SpecDocument, coerceTypes: boolean) {
  const ajv = new Ajv2020({
    coerceTypes,
    strict: false,
    allErrors: false,
    useDefaults: false,
    meta: false,
    validateSchema: false,
  });
  addFormats.default(ajv);
  ajv.addSchema({ $id: "spec", components: document.components });
  return (schema: object): LazyValidator => {
    let compiled: ValidateFunction | undefined;
    return () => {
      compiled ??= ajv.compile(
        JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"spec#/components/')),
      );
      return compiled;
    };
  };
}
