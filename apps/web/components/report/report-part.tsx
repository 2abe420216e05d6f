import type { ReactNode } from 'react'

/** A titled part of the report, kept on one page where it fits. */
export function ReportPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="space-y-2 break-inside-avoid">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
