/** Path at which both backends serve the documents. */
export const documentsPath = "/api/documents";
