/** What the form for a new debate must know of `merge`. */
export const mergeStart = {
  elsewhere: (
    <p class="sub">
      Drafts of one document are merged from the command line:{" "}
      <code>dissent merge a.md b.md -o out.md</code>
    </p>
  ),
};
