import type { Erratum } from '@steelyard/contract'
import { Disclosure } from '../../ui/disclosure.tsx'

/** Links each erratum named in a text to its entry; the browser opens the closed list by itself. */
export function ErratumLinks({ text }: { text: string }) {
  return text.split(/(E0\.\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} href={`#${part}`} className="underline hover:text-ink">
        {part}
      </a>
    ),
  )
}

/** Lists where the paper is wrong or silent, and the choice made in each case. */
export function ErrataList({ errata }: { errata: readonly Erratum[] }) {
  if (errata.length === 0) return null
  return (
    <div className="mt-3">
      <Disclosure summary={`Where the paper is wrong or silent (${errata.length})`}>
        <dl className="space-y-3">
          {errata.map(({ id, where, paperSays, problem, weDo }) => (
            <div key={id} id={id} className="scroll-mt-20 target:bg-accent-soft">
              <dt className="font-medium">
                {id}, {where}
              </dt>
              <dd className="text-ink-soft">
                {paperSays} {problem} <span className="text-ink">Here: {weDo}</span>
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </div>
  )
}
