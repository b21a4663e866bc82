import { elementTypes } from "@headwater/spec";
import type { JSONSchema7 } from "ai";
import { z } from "zod";

/**
 * What a model is asked to answer, and what is taken. The first is strict, because providers hold models to it. The
 * second forgives what models of smaller servers leave out; the reader judges types, texts and boxes.
 */
const asked = {
  block: z.object({
    type: z.enum(elementTypes),
    text: z.string(),
    level: z.int().nullable(),
    rows: z.array(z.array(z.string())).nullable(),
    box: z.array(z.number()).nullable(),
  }),
  notes: { summary: z.string(), keywords: z.array(z.string()), topics: z.array(z.string()) },
};

const text = z.string().catch("");
const texts = z.array(z.string()).catch([]);

const taken = {
  block: z.object({
    type: text,
    text,
    level: z.number().nullable().catch(null),
    rows: z.array(z.array(z.coerce.string())).nullable().catch(null),
    box: z.array(z.number()).nullable().catch(null),
  }),
  notes: { summary: text, keywords: texts, topics: texts },
};

const schemaOf = (asks: z.ZodType) => z.toJSONSchema(asks) as JSONSchema7;

export const pageAnswer = {
  name: "page",
  asked: schemaOf(z.object({ blocks: z.array(asked.block), ...asked.notes })),
  taken: z.object({ blocks: z.array(taken.block), ...taken.notes }),
};

export const notesAnswer = {
  name: "notes",
  asked: schemaOf(z.object(asked.notes)),
  taken: z.object({ ...taken.notes, summary: z.string() }),
};

const figure = z.object({ description: z.string() });

export const figureAnswer = { name: "figure", asked: schemaOf(figure), taken: figure };
