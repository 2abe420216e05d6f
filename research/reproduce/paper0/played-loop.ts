import {
  type Contender,
  FAMILY_IDS,
  type FamilyId,
  HOST_KINDS,
  type HostKind,
  type Result,
  type Summary,
  summarise,
} from '../../../bench/index.ts'

/** Contenders over the same hosts of a family. */
export interface PlayedFamily {
  kind: HostKind
  family: FamilyId
  days: number
  nothing: Summary
  sandpiper: Summary
  guarded: Summary
  ours: Summary
  /** Null where it was not played on all of these hosts. */
  paper: Summary | null
}

const COMPARED: readonly Contender[] = ['nothing', 'sandpiper', 'sandpiper-guarded', 'ours']

/** Hosts that not everybody was played on do not count. */
export function playedFamilies(results: readonly Result[]): PlayedFamily[] {
  return HOST_KINDS.flatMap((kind) =>
    FAMILY_IDS.flatMap((family) => {
      const own = results.filter((each) => each.host === kind && each.family === family)
      const onSameHost = ({ seed, days }: Result) =>
        own.filter((each) => each.seed === seed && each.days === days)
      const summaries = summarise(
        own.filter((each) => {
          const contenders = onSameHost(each).map(({ contender }) => contender)
          return COMPARED.every((contender) => contenders.includes(contender))
        }),
      )
      const found = (wanted: Contender) => summaries.find(({ contender }) => contender === wanted)
      const nothing = found('nothing')
      if (!nothing) return []
      const { days } = nothing
      const paper = found('paper')
      return [
        {
          kind,
          family,
          days,
          nothing,
          sandpiper: found('sandpiper')!,
          guarded: found('sandpiper-guarded')!,
          ours: found('ours')!,
          paper: paper?.days === days ? paper : null,
        },
      ]
    }),
  )
}
