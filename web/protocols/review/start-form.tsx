/** What the form for a new debate must know of `review`. */
export const reviewStart = {
  elsewhere: (
    <p class="sub">
      A change is reviewed from its checkout: <code>dissent review</code>
    </p>
  ),
};
