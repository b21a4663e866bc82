import { workbenchTour } from "./suites/workbench-tour.ts";

workbenchTour("next");
