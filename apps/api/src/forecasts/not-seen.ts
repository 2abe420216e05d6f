import type { FilledQuestion, Forecast } from '@steelyard/contract'

type NotSeen = Forecast['notSeen']

/** What formulas cannot see of the levers there are, and whether the question moves them. */
export function notSeen(now: FilledQuestion, asked: FilledQuestion): NotSeen {
  const levers: NotSeen = [
    {
      lever: 'domain-0-weight',
      estimators: ['sdps'],
      asked: now.domain0Weight !== asked.domain0Weight,
      text: 'SDPS takes Domain-0 to come first whatever its weight, as woken it does; eq (2) charges a part of its work by weight. How often it really waits, the twin shows.',
    },
    {
      lever: 'tslice',
      estimators: ['sdps', 'delay-aware-calibrated', 'delay-aware'],
      asked: now.tsliceMs !== asked.tsliceMs,
      text: 'How long a vCPU may run at a stretch is in no formula of means: ask the twin.',
    },
    {
      lever: 'ratelimit',
      estimators: ['sdps', 'delay-aware-calibrated', 'delay-aware'],
      asked: now.ratelimitUs !== asked.ratelimitUs,
      text: 'Formulas keep the waits of Domain-0 as they were recorded, and the ratelimit makes a part of them: ask the twin.',
    },
    {
      lever: 'cap',
      estimators: ['delay-aware-calibrated', 'delay-aware'],
      asked: now.domains.some(({ cap }, index) => cap !== asked.domains[index]?.cap),
      text: 'Eq (1)–(3) know no caps; SDPS and the twin do.',
    },
    {
      lever: 'load',
      estimators: ['delay-aware'],
      asked: asked.loadFactor !== 1 || asked.domains.some(({ loadFactor }) => loadFactor !== 1),
      text: 'Eq (2) does not change when all rates change by one factor (E0.8).',
    },
  ]
  return asked.tsliceMs === null ? levers.filter(({ lever }) => lever !== 'tslice') : levers
}
