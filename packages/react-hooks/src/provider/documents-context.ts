"use client";
import { createContext } from "react";
import type { Documents } from "./documents.ts";

export const DocumentsContext = createContext<Documents | undefined>(undefined);
