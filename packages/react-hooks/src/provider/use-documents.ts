"use client";
import { useContext } from "react";
import type { Documents } from "./documents.ts";
import { DocumentsContext } from "./documents-context.ts";

/** Returns the clients of the nearest `DocumentsProvider`, for calls that no hook makes. @throws without a provider. */
export function useDocuments(): Documents {
  const documents = useContext(DocumentsContext);
  if (!documents)
    throw new Error(
      'No DocumentsProvider above. Wrap the app: <DocumentsProvider basePath="/api/documents">.',
    );
  return documents;
}
