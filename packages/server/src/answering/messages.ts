/** The texts of answers without citations. They say plainly that nothing was found. */
export const noAnswerFound = "The sources do not contain an answer to this question.";
/** Something was answered, but none of it could be verified. */
export const nothingVerified =
  "The sources were read, but no statement about this question could be verified in them.";
export const noFilesSelected = "No files were selected, so there is nothing to answer from.";

export const structuredOutputReady = "Structured output generated successfully.";
export const structuredOutputEmpty =
  "The sources do not contain the values asked for; the structured output says so.";
/** `why` is a sentence that names the place in the schema. */
export const structuredOutputImpossible = (why: string): string =>
  `No structured output was generated. ${why}.`;
