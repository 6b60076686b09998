/** The built-in reader reads what it is given, and asks for no files. */
import type { EvidenceRequest } from "./evidence-request.ts";

export const evidenceReaders: Readonly<Record<string, () => EvidenceRequest>> = {
  "evidence.request": () => ({ requests: [] }),
};
