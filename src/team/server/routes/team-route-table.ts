/** The routes of a team's server besides debates: identity, tokens, activity, the fleet, and health. */
import * as z from "zod";

import { DoneAnswer } from "../../../server/answers.ts";
import type { ServerRoutes } from "../../../server/route.ts";
import { SCOPES } from "../../tokens/token-grant.ts";
import {
  ActsAnswer,
  FleetAnswer,
  IssuedAnswer,
  MeAnswer,
  RevokedAnswer,
  TokensAnswer,
} from "./team-answers.ts";

export const TokenShape = z.strictObject({
  person: z.string().min(1).max(80).describe("Who will use it; decisions carry this name."),
  scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
  budgetUsd: z.number().nonnegative().nullable().exactOptional(),
  expiresMs: z.int().positive().nullable().exactOptional(),
});

const NothingShape = z.strictObject({});

export const PEOPLE_ROUTES = {
  me: {
    method: "get",
    path: "/api/me",
    access: "any",
    summary: "Who asks: person, scopes and budget",
    answer: MeAnswer,
  },
  leave: {
    method: "post",
    path: "/api/log-out",
    access: "any",
    summary: "Forgets the token in this browser",
    body: NothingShape,
    answer: DoneAnswer,
  },
  document: {
    method: "get",
    path: "/api/openapi.json",
    access: "any",
    summary: "This document",
    answer: z.looseObject({ openapi: z.string() }),
  },
  tokens: {
    method: "get",
    path: "/api/tokens",
    access: "admin",
    summary: "All tokens that were ever given, and what they have spent",
    answer: TokensAnswer,
  },
  issue: {
    method: "post",
    path: "/api/tokens",
    access: "admin",
    summary: "Gives a token to a person",
    body: TokenShape,
    answer: IssuedAnswer,
    act: "token-issued",
  },
  revoke: {
    method: "post",
    path: "/api/tokens/:token/revoke",
    access: "admin",
    summary: "Takes a token away, at once",
    body: NothingShape,
    answer: RevokedAnswer,
    act: "token-revoked",
  },
  acts: {
    method: "get",
    path: "/api/acts",
    access: "admin",
    summary: "Who did what, when and from where, newest first",
    query: {
      debate: z.string(),
      person: z.string(),
      limit: z.int().min(1).max(1000).describe("Default: 100."),
      before: z.int().describe("Only acts of a lower number."),
    },
    answer: ActsAnswer,
  },
} as const satisfies ServerRoutes;

export const STATE_ROUTES = {
  fleet: {
    method: "get",
    path: "/api/fleet",
    access: "admin",
    summary: "Workers, queues and debates under way",
    answer: FleetAnswer,
  },
  metrics: {
    method: "get",
    path: "/metrics",
    access: "admin",
    summary: "Figures for Prometheus",
    answer: { media: "text/plain; version=0.0.4", says: "Figures in the text format." },
  },
  alive: {
    method: "get",
    path: "/healthz",
    access: "open",
    summary: "Whether the server runs",
    answer: { media: "text/plain", says: "ok" },
  },
  ready: {
    method: "get",
    path: "/readyz",
    access: "open",
    summary: "Whether the database can be reached",
    answer: { media: "text/plain", says: "ok, or 503" },
  },
} as const satisfies ServerRoutes;

export const TEAM_ROUTES = { ...PEOPLE_ROUTES, ...STATE_ROUTES };

/** For browsers only: they ask for the token once, and get a cookie. */
export const LOG_IN_ROUTES = {
  enter: {
    method: "post",
    path: "/log-in",
    access: "open",
    summary: "Takes the token from the form of the log-in page",
    answer: { media: "text/html", says: "Leads to the page." },
  },
  style: {
    method: "get",
    path: "/log-in.css",
    access: "open",
    summary: "The style of the log-in page",
    answer: { media: "text/css", says: "A style." },
  },
} as const satisfies ServerRoutes;
