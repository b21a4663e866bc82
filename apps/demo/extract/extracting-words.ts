import type { Readiness } from "@headwater/client";

/** How values are found, for the user who asks for them. */
export const extractingWords = ({ mode, model }: NonNullable<Readiness["answering"]>): string =>
  mode === "model"
    ? `${model ?? "A language model"} reads the sources; each value is looked for in them again.`
    : "Without a model, values are found by their labels and their form. A value without a label stays empty.";
