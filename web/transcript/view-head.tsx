/** The question a view is about, above everything else on it. */
import { Words } from "../kit/said.tsx";

export function ViewHead({ question, view }: { question: string; view: string }) {
  return (
    <header class="view-head">
      <h1 class="serif">
        <Words text={question} most={240} />
      </h1>
      <p class="sub">{view}</p>
    </header>
  );
}
