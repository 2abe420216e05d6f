import type { SpreadQuestion } from '@steelyard/model'
import { type Column, percent } from '../../../bench/index.ts'
import type { AccuracyReport, Coverage, ProductCoverage } from '../accuracy-report.ts'

const BANDS = ['<70 %', '70–85 %', '≥85 %']

/**
 * By estimator: coverage of the 90 % intervals in three bands of load, and the factor by which they
 * extend.
 */
export function coverageColumns(
  question: SpreadQuestion,
  { summary }: AccuracyReport,
): Column<string>[] {
  return [
    { title: question, text: (id) => id },
    ...BANDS.flatMap((band, index): Column<string>[] => {
      const of = (id: string) => summary.coverage[id]![question][index]!
      return [
        {
          title: `${band} inside`,
          text: (id) => (of(id).n === 0 ? '–' : `${of(id).inside} of ${of(id).n}`),
        },
        { title: 'share', text: (id) => percent(of(id).n === 0 ? null : of(id).inside / of(id).n) },
        { title: 'factor', text: (id) => of(id).meanFactor?.toFixed(2) ?? '–' },
      ]
    }),
  ]
}

/** Coverage of what the product predicts, over all loads and by band. */
export function productColumns(): Column<ProductCoverage>[] {
  const columns = (
    title: string,
    of: (row: ProductCoverage) => Coverage,
  ): Column<ProductCoverage>[] => [
    {
      title: `${title} inside`,
      text: (row) => (of(row).n === 0 ? '–' : `${of(row).inside} of ${of(row).n}`),
    },
    { title: 'share', text: (row) => percent(of(row).n === 0 ? null : of(row).inside / of(row).n) },
    { title: 'factor', text: (row) => of(row).meanFactor?.toFixed(2) ?? '–' },
  ]
  return [
    {
      title: 'predicted',
      text: ({ statistic, question }) =>
        `${statistic === 'p95' ? '95th percentile' : 'mean'}, ${question === 'diagnosis' ? 'now' : 'what if'}`,
    },
    ...columns('all', ({ all }) => all),
    ...BANDS.flatMap((band, index) => columns(band, ({ bands }) => bands[index]!)),
  ]
}
