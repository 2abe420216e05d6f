export const exportTables = [
  { table: 'recommendation', label: 'Recommendation', hint: 'weights, shares, predictions' },
  {
    table: 'windows',
    label: 'Windows',
    hint: 'per guest and window: load, measured, estimates',
  },
  { table: 'estimates', label: 'Estimates', hint: 'each estimator with its breakdown' },
  { table: 'errors', label: 'Errors', hint: 'mean and median error, bias' },
  { table: 'observations', label: 'Observations', hint: 'what the analysis is made from' },
] as const
