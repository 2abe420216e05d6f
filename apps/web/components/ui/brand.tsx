import Link from 'next/link'

/** A steelyard: a notched beam, a hook for the load, and the sliding weight. */
export function Brand() {
  return (
    <Link href="/" className="flex items-center gap-2.5 rounded-md font-semibold tracking-tight">
      <svg
        viewBox="0 0 32 32"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="size-8 text-accent"
      >
        <path d="M3 12.5h26M9.5 12.5V6M13.5 12.5V15M17.5 12.5V15M27 12.5V15" />
        <path d="M22 12.5V17" />
        <path d="M19.2 17h5.6l1.5 7.5h-8.6z" fill="currentColor" />
        <path d="M5 12.5v5.2a2.2 2.2 0 1 0 2.2 2.2" />
      </svg>
      <span className="text-lg">Steelyard</span>
    </Link>
  )
}
