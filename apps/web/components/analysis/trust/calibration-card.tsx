import type { Calibration, Figure } from '@steelyard/contract'
import { formatCounted, formatUncertain, formatUncertainPercent } from '@steelyard/contract/format'
import { Card, CardBody, CardHeader } from '../../ui/card.tsx'
import { Cell, HeadCell, NameHead, PlainTable, RowHead } from '../../ui/plain-table.tsx'

const units: Record<Figure['unit'], string> = { ms: ' ms', ratio: '', fraction: '' }

function figureWords(figure: Figure | null): string {
  if (!figure) return 'not known'
  const { value, standardError, unit } = figure
  if (unit !== 'fraction') return formatUncertain(value, standardError) + units[unit]
  return formatUncertainPercent(value, standardError)
}

/** Lists the parameters identified from the recording itself, each with its standard error. */
export function CalibrationCard({ calibration }: { calibration: Calibration }) {
  const { domains, domain0, coefficients, windows, notes } = calibration
  return (
    <Card aria-labelledby="calibration">
      <CardHeader
        id="calibration"
        title="Calibration"
        description={`Estimated from ${formatCounted(windows, 'window')} of this recording, with standard errors.`}
      />
      <div className="pt-2">
        <PlainTable caption="Calibration by guest">
          <thead>
            <tr>
              <HeadCell>Guest</HeadCell>
              <HeadCell numeric>CPU per request</HeadCell>
              <HeadCell numeric>Service time in the log</HeadCell>
              <HeadCell numeric>
                Variability of service c<sub>s</sub>²
              </HeadCell>
              <HeadCell numeric>
                Burstiness of arrivals c<sub>a</sub>²
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {domains.map((each) => (
              <tr key={each.domain} className="border-b border-line">
                <NameHead name={each.domain} />
                <Cell numeric>{figureWords(each.serviceTimeCpu)}</Cell>
                <Cell numeric>{figureWords(each.serviceTimeLog)}</Cell>
                <Cell numeric>{figureWords(each.serviceTimeScv)}</Cell>
                <Cell numeric>{figureWords(each.arrivalScv)}</Cell>
              </tr>
            ))}
            <tr>
              <RowHead>Domain-0</RowHead>
              <Cell numeric>{figureWords(domain0.perRequest)}</Cell>
              <Cell colSpan={3} className="text-ink-soft">
                and {figureWords(domain0.background)} of one pCPU without requests
              </Cell>
            </tr>
          </tbody>
        </PlainTable>
      </div>
      {coefficients && coefficients.length > 0 ? (
        <CardBody className="border-t border-line">
          <h3 className="mb-2 text-sm font-semibold">
            Coefficients of the calibrated delay-aware estimator
          </h3>
          <dl className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-[auto_auto_1fr]">
            {coefficients.map((each) => (
              <div key={each.name} className="contents">
                <dt className="font-medium">{each.name}</dt>
                <dd className="tabular">{formatUncertain(each.value, each.standardError)}</dd>
                <dd className="mb-1.5 text-ink-soft sm:mb-0">{each.meaning}</dd>
              </div>
            ))}
          </dl>
        </CardBody>
      ) : null}
      {notes.length > 0 ? (
        <CardBody className="border-t border-line">
          <ul className="list-disc space-y-1 pl-5 text-sm text-ink-soft">
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </CardBody>
      ) : null}
    </Card>
  )
}
