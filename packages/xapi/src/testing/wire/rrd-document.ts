import type { Updates } from '../state/round-robin.ts'

/** `rrd_updates` in JSON, in which XAPI writes every number as a text. */
export function rrdJson({ start, step, end, legend, rows }: Updates): string {
  const meta = {
    start: String(start),
    step: String(step),
    end: String(end),
    rows: String(rows.length),
    columns: String(legend.length),
    legend,
  }
  const data = rows.map(({ at, values }) => ({ t: String(at), values: values.map(textOf) }))
  return JSON.stringify({ meta, data })
}

export function rrdXml({ start, step, end, legend, rows }: Updates): string {
  const entries = legend.map((entry) => `<entry>${entry}</entry>`).join('')
  const data = rows.map(
    ({ at, values }) =>
      `<row><t>${at}</t>${values.map((value) => `<v>${textOf(value)}</v>`).join('')}</row>`,
  )
  const meta = `<start>${start}</start><step>${step}</step><end>${end}</end><rows>${rows.length}</rows><columns>${legend.length}</columns>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n<xport><meta>${meta}<legend>${entries}</legend></meta><data>${data.join('')}</data></xport>`
}

function textOf(value: number | 'lost'): string {
  if (value === 'lost') return '0.0'
  if (Number.isNaN(value)) return 'NaN'
  return value === 0 ? '0.0' : String(value)
}
