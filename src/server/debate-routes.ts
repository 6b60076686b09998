/** The routes about debates, the same for a person's own page and for a team. */
import * as z from "zod";

import type { ReportFormat } from "../app/results/render-report.ts";
import {
  BegunAnswer,
  DebateAnswer,
  DecidedAnswer,
  DoneAnswer,
  FindingsAnswer,
  FormAnswer,
  HomeAnswer,
  ListAnswer,
  PlanAnswer,
  PromptAnswer,
  StatisticsAnswer,
} from "./answers.ts";
import {
  AnswerShape,
  AskShape,
  DecisionShape,
  ForkShape,
  PauseShape,
  ResumeShape,
  RevertShape,
  StartShape,
} from "./requests.ts";
import type { ServerRoutes } from "./route.ts";

const DEBATE_PATH = "/api/debates/:debate";

export const REPORT_FILE_FORMATS = {
  md: { extension: "md", type: "text/markdown; charset=utf-8" },
  adr: { extension: "adr.md", type: "text/markdown; charset=utf-8" },
  json: { extension: "json", type: "application/json" },
  yaml: { extension: "yaml", type: "application/yaml" },
  jsonl: { extension: "jsonl", type: "application/x-ndjson" },
  html: { extension: "html", type: "text/html; charset=utf-8" },
  svg: { extension: "svg", type: "image/svg+xml; charset=utf-8" },
  mermaid: { extension: "mmd", type: "text/plain; charset=utf-8" },
} as const satisfies Partial<Record<ReportFormat, object>>;

export const DEBATE_STATUS_NAMES = ["running", "paused", "waiting", "settled"] as const;

const QUERY_ROUTES = {
  home: {
    method: "get",
    path: "/api/home",
    access: "read",
    summary: "All debates, newest first, and what can be started",
    answer: HomeAnswer,
  },
  list: {
    method: "get",
    path: "/api/debates",
    access: "read",
    summary: "Debates, newest first",
    query: {
      search: z.string().max(500).describe("Words of the id, the question and the outcome."),
      status: z.enum(DEBATE_STATUS_NAMES),
      limit: z.int().min(1).max(1000).describe("Default: 100."),
    },
    answer: ListAnswer,
  },
  statistics: {
    method: "get",
    path: "/api/statistics",
    access: "read",
    summary: "How often debating changed anything, how strong outcomes were, and what it cost",
    answer: StatisticsAnswer,
  },
  debate: {
    method: "get",
    path: DEBATE_PATH,
    access: "read",
    summary: "A debate: its journal, its texts and its audit",
    answer: DebateAnswer,
  },
  findings: {
    method: "get",
    path: `${DEBATE_PATH}/findings`,
    access: "read",
    summary: "Audit, record and verification of a debate; null while nothing was said",
    answer: FindingsAnswer.nullable(),
  },
  events: {
    method: "get",
    path: `${DEBATE_PATH}/events`,
    access: "read",
    summary: "A debate as it happens; goes on after Last-Event-ID, on any server of the team",
    query: { from: z.int().min(0).describe("The first event to send, by its sequence.") },
    answer: {
      media: "text/event-stream",
      says: "`journal` events, each with its sequence as id, and `live` ones beside them.",
    },
  },
  prompt: {
    method: "get",
    path: `${DEBATE_PATH}/prompts`,
    access: "read",
    summary: "The prompt of a turn, rendered again and compared with its hash",
    query: { key: z.string().describe("Key of the turn, such as openings/risk.") },
    answer: PromptAnswer,
  },
  form: {
    method: "get",
    path: `${DEBATE_PATH}/form`,
    access: "read",
    summary: "What a person in a seat is asked",
    query: { seat: z.string() },
    answer: FormAnswer,
  },
  report: {
    method: "get",
    path: `${DEBATE_PATH}/report`,
    access: "read",
    summary: "The record as a file",
    query: { format: z.enum(Object.keys(REPORT_FILE_FORMATS)).describe("md without it.") },
    answer: { media: "*/*", says: "The report, as an attachment." },
  },
} as const satisfies ServerRoutes;

const COMMAND_ROUTES = {
  plan: {
    method: "post",
    path: "/api/plans",
    access: "run",
    summary: "What a debate would be and cost; nothing is started",
    body: StartShape,
    answer: PlanAnswer,
  },
  start: {
    method: "post",
    path: "/api/debates",
    access: "run",
    summary: "Starts a debate",
    body: StartShape,
    answer: BegunAnswer,
    act: "started",
  },
  decide: {
    method: "post",
    path: `${DEBATE_PATH}/decision`,
    access: "decide",
    summary: "Decides, or answers what the debate stopped for",
    body: DecisionShape,
    answer: DecidedAnswer,
    act: "decided",
  },
  answer: {
    method: "post",
    path: `${DEBATE_PATH}/answer`,
    access: "decide",
    summary: "Answers for a seat that a person holds",
    body: AnswerShape,
    answer: DoneAnswer,
    act: "answered",
  },
  pause: {
    method: "post",
    path: `${DEBATE_PATH}/pause`,
    access: "run",
    summary: "Pauses a debate, and with drop its turns in flight too",
    body: PauseShape,
    answer: DoneAnswer,
    act: "paused",
  },
  resume: {
    method: "post",
    path: `${DEBATE_PATH}/resume`,
    access: "run",
    summary: "Lets a debate go on, with other limits or the same",
    body: ResumeShape,
    answer: DoneAnswer,
    act: "resumed",
  },
  ask: {
    method: "post",
    path: `${DEBATE_PATH}/ask`,
    access: "run",
    summary: "Asks the panel of an ended debate again, with new facts",
    body: AskShape,
    answer: BegunAnswer,
    act: "asked",
  },
  fork: {
    method: "post",
    path: `${DEBATE_PATH}/fork`,
    access: "run",
    summary: "Reruns a debate from a step",
    body: ForkShape,
    answer: BegunAnswer,
    act: "forked",
  },
  revert: {
    method: "post",
    path: `${DEBATE_PATH}/revert`,
    access: "run",
    summary: "Writes the document again without some of its changes; no model is asked",
    body: RevertShape,
    answer: BegunAnswer,
    act: "reverted",
  },
} as const satisfies ServerRoutes;

export const DEBATE_ROUTES = { ...QUERY_ROUTES, ...COMMAND_ROUTES };
