/** The certificate authorities that requests trust, besides those that come with Node. */
import { readFileSync } from "node:fs";

import type { NetworkEnvironment } from "./proxy-choice.ts";

/** What to set where a certificate was issued by an authority that is not known. */
export const AUTHORITY_CURE =
  "if your company has its own certificate authority, set NODE_EXTRA_CA_CERTS=/path/to/company-ca.pem";

/** Codes of TLS for an issuer that nobody vouches for; a wrong name or date is something else. */
export function isUnknownAuthority(code: string): boolean {
  return UNKNOWN_AUTHORITY.test(code);
}

const UNKNOWN_AUTHORITY = /SELF_SIGNED_CERT|UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF/;

/** Authorities in the text of a setting rather than in a file. */
const extraCertificates: string[] = [];
let areAuthoritiesTrusted = false;

export function trustCertificate(certificate: string): void {
  extraCertificates.push(certificate);
}

/**
 * Node reads `NODE_EXTRA_CA_CERTS` when it starts and never `SSL_CERT_FILE`. What it has not read is added here, before
 * the first request, because reading all certificates takes time that most commands do not need.
 */
export function trustConfiguredAuthorities(env: NetworkEnvironment = process.env): void {
  if (areAuthoritiesTrusted) return;
  areAuthoritiesTrusted = true;
  // loaded here: every command would wait for it, and most make no request
  const { getCACertificates, setDefaultCACertificates } = process.getBuiltinModule("node:tls");
  const unread = getCACertificates("extra").length === 0 ? [env["NODE_EXTRA_CA_CERTS"]] : [];
  const added = [
    ...new Set([...unread, env["SSL_CERT_FILE"]].flatMap((path) => readCertificateFile(path))),
    ...extraCertificates,
  ];
  if (added.length > 0) setDefaultCACertificates([...getCACertificates("default"), ...added]);
}

/** None where the file cannot be read; `dissent doctor` says so. */
function readCertificateFile(path: string | undefined): readonly string[] {
  if (path === undefined || path === "") return [];
  try {
    return readFileSync(path, "utf8").match(CERTIFICATE) ?? [];
  } catch {
    return [];
  }
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
