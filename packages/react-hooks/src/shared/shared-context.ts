"use client";
import { createContext } from "react";
import type { SharedThings } from "./shared-things.ts";

export const SharedContext = createContext<SharedThings | undefined>(undefined);
