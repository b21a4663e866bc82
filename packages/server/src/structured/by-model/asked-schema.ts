import { fillable, isObject, itemsOf, type JsonSchema, propertiesOf, typesOf } from "../json-schema.ts";

/** The schema that a model is asked to fill, and whether it can be held to it strictly. */
export type AskedSchema = { schema: JsonSchema; isStrict: boolean };

/** Providers take some levels only. */
const maxDepth = 10;
/** What providers refuse, or would hold a model to before it can say null. The prompt says it in words. */
const statedInWords = ["format", "pattern", "minimum", "maximum", "minLength", "maxLength", "multipleOf"];

/**
 * A schema for the model out of one for the output. Every property is asked for and may be null, so that the model can
 * always say "not found"; the output's own schema decides afterwards what becomes of it.
 */
export function askedSchema(schema: JsonSchema): AskedSchema {
  let isStrict = true;

  const open = (): JsonSchema => {
    isStrict = false;
    return {};
  };
  const node = (given: JsonSchema, depth: number): JsonSchema => {
    const shape = fillable(given);
    if (depth > maxDepth) return open();
    const description = describe(given, shape);
    const about = description === "" ? {} : { description };
    const choices = choicesOf(shape);
    if (choices) return { ...about, anyOf: [{ type: "string", enum: choices }, { type: "null" }] };
    const types = typesOf(shape).filter((type) => type !== "null");
    const [type = ""] = types;
    if (type === "object") return { ...about, ...object(shape, depth), type: nullable("object", depth) };
    if (type === "array")
      return { ...about, type: nullable("array", depth), items: node(itemsOf(shape), depth + 1) };
    return {
      ...about,
      type: types.length > 0 ? [...types, "null"] : ["string", "number", "boolean", "null"],
    };
  };
  const object = (shape: JsonSchema, depth: number): JsonSchema => {
    const properties = Object.entries(propertiesOf(shape));
    const others = shape.additionalProperties;
    if (properties.length === 0 && others !== false) {
      isStrict = false;
      return { additionalProperties: isObject(others) ? node(others, depth + 1) : true };
    }
    return {
      properties: Object.fromEntries(properties.map(([name, property]) => [name, node(property, depth + 1)])),
      required: properties.map(([name]) => name),
      additionalProperties: false,
    };
  };

  const asked = node(schema, 0);
  return { schema: asked, isStrict };
}

const nullable = (type: string, depth: number) => (depth === 0 ? type : [type, "null"]);

/** The values to choose from, when all of them are texts. */
function choicesOf({ enum: values, const: only }: JsonSchema): string[] | undefined {
  const choices = Array.isArray(values)
    ? values.filter((value) => value !== null)
    : only === undefined
      ? []
      : [only];
  return choices.length > 0 && choices.every((value) => typeof value === "string") ? choices : undefined;
}

function describe(given: JsonSchema, shape: JsonSchema): string {
  const own = [given.description, shape.description].find((text) => typeof text === "string") ?? "";
  const rules = statedInWords.flatMap((keyword) =>
    keyword in shape ? [`${keyword}: ${JSON.stringify(shape[keyword])}`] : [],
  );
  const values =
    Array.isArray(shape.enum) && !choicesOf(shape) ? [`one of ${JSON.stringify(shape.enum)}`] : [];
  const told = [...rules, ...values].join(", ");
  return told === "" ? String(own) : `${own} (${told})`.trim();
}
