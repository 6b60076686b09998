/**
 * K15: markers around untrusted text in prompts.
 *
 * The nonce comes from the debate's secret salt and the text itself. The author of the text cannot foresee it, no two
 * texts share one, and a text that several seats are shown keeps the same bytes, so prompt caches still work.
 */
import { sha256 } from "./journal/hash-chain.ts";

// looks a bounded way around each mark: the text is anyone's, and may be long
const IMITATION =
  /<<<(?=[\s\p{Cf}]{0,40}(?:dissent-|$))|>>>(?<=dissent-[\p{Cf}\w-]{0,80}[\s\p{Cf}]{0,40}>>>)/giu;

export function createFence(salt: string): (label: string, text: string) => string {
  const made = new Map<string, { label: string; fenced: string }>();
  return (label, text) => {
    const known = made.get(text);
    if (known?.label === label) return known.fenced;
    const nonce = sha256(`${salt}\0${label}\0${text}`).slice(0, 16);
    const fenced = `<<<dissent-${nonce} ${label}\n${disarmMarkers(text)}\ndissent-${nonce}>>>`;
    made.set(text, { label, fenced });
    return fenced;
  };
}

/** Text that imitates a marker is kept readable, but can no longer close or open one. */
function disarmMarkers(text: string): string {
  return text.includes("<<<") || text.includes(">>>")
    ? text.replace(IMITATION, (marks) => marks.replaceAll("<", "‹").replaceAll(">", "›"))
    : text;
}
