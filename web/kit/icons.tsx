/** The few pictures that stand for words. */

export function BrandMark() {
  return (
    <svg width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke-linecap="round" stroke-width="2.4">
        <path d="M3 6h18M3 12h18" stroke="currentColor" />
        <path d="M3 18c7 0 9-.4 18-12" stroke="var(--mark)" />
      </g>
    </svg>
  );
}

export function ThemeMark() {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.5" />
      <path d="M7 1.5v11A5.5 5.5 0 0 0 7 1.5" fill="currentColor" />
    </svg>
  );
}
