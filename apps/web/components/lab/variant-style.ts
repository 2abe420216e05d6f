import type { LabVariant } from '@steelyard/contract'

export interface VariantStyle {
  color: string
  /** Tells lines apart where colour does not. */
  dash: string | undefined
}

const colors = [
  'var(--series-delay-aware)',
  'var(--series-sandpiper)',
  'var(--series-measured-wait)',
  'var(--series-sdps)',
  'var(--series-twin)',
]
const dashes = [undefined, '9 3', '2 3']

/** The first, which the others are compared with, is the neutral line; colours come round with other dashes. */
export function variantStyles(
  variants: readonly Pick<LabVariant, 'id'>[],
): Map<string, VariantStyle> {
  return new Map(
    variants.map(({ id }, index) => [
      id,
      index === 0
        ? { color: 'var(--ink)', dash: '5 3' }
        : {
            color: colors[(index - 1) % colors.length]!,
            dash: dashes[Math.floor((index - 1) / colors.length) % dashes.length],
          },
    ]),
  )
}
