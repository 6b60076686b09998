/** What servers tell about themselves without asking a model: lists of models, versions, counts of tokens. */
import type { Json } from "../../domain/json.ts";
import type { LoopbackScript } from "./loopback-script.ts";
import type { LoopbackQuestion } from "./vendor-dialect.ts";

/** The answer to a plain question at a path; undefined where nothing is there. */
export function findCatalogAnswer(
  path: string,
  { models = ["loopback-ok"] }: LoopbackScript,
): Json | undefined {
  const { pathname } = new URL(path, "http://any");
  if (pathname === "/") return "Ollama is running";
  if (pathname.endsWith("/api/version")) return { version: "0.0.0-loopback" };
  if (pathname.endsWith("/api/tags")) {
    return { models: models.map((name) => ({ name, model: name, size: 1, digest: "loopback" })) };
  }
  if (pathname.endsWith("/v1beta/models")) {
    return { models: models.map((name) => ({ name: `models/${name}` })) };
  }
  if (!pathname.endsWith("/models")) return undefined;
  return {
    object: "list",
    data: models.map((id) => ({ id, object: "model", created: 1, owned_by: "loopback" })),
  };
}

/** Some clients count before they ask. */
export function countPromptTokens(
  path: string,
  { system, prompt }: LoopbackQuestion,
): Json | undefined {
  const count = Math.ceil((system.length + prompt.length) / 4);
  if (path.includes("/count_tokens")) return { input_tokens: count };
  return path.includes(":countTokens") ? { totalTokens: count } : undefined;
}
