import Link from "next/link";

/** The product's sign. Decoration: its name stands beside it. */
export function Logo() {
  return (
    <svg viewBox="0 0 16 16" className="size-4" aria-hidden>
      <rect width="16" height="16" rx="4" className="fill-accent" />
      <path
        d="M5 4v8M5 8.2h2.2M7.2 8.2 11 4M7.2 8.2 11 12"
        className="fill-none stroke-accent-ink"
        strokeWidth="1.6"
        strokeLinecap="round"
      />
    </svg>
  );
}

/** The product's name, and the way home. */
export function Wordmark() {
  return (
    <Link
      href="/"
      prefetch={false}
      className="flex items-center gap-2 rounded-sm font-semibold pointer-coarse:min-h-11"
    >
      <Logo />
      Kandev
    </Link>
  );
}
