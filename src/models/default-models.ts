/** Which model of a vendor sits when a key is found and nobody has named one. `panel` in dissent.yaml overrules it. */

/** Current on the price list that ships with the package, of about one price: a test holds them to it. */
export const DEFAULT_MODELS: Readonly<Record<string, string>> = {
  anthropic: "claude-sonnet-5",
  openai: "gpt-6-sol",
  google: "gemini-3.8-flash",
};
