/** The sections of Evidence in their order; the address names the one that is open. */
export const evidenceSections = [
  { id: 'grade', label: 'How good the evidence is' },
  { id: 'errors', label: 'Error of each model' },
  { id: 'time', label: 'Over time' },
  { id: 'phases', label: 'Phase by phase' },
  { id: 'load', label: 'Load and calibration' },
  { id: 'simulation', label: 'Simulation' },
  { id: 'weights', label: 'Weights and proof' },
  { id: 'sandpiper', label: 'SandPiper' },
  { id: 'paper', label: 'The paper’s equations' },
  { id: 'options', label: 'Options and downloads' },
] as const

export type EvidenceSection = (typeof evidenceSections)[number]['id']

/** The section that an address names; the first for any other. */
export function sectionOf(asked: string | null): EvidenceSection {
  return evidenceSections.find(({ id }) => id === asked)?.id ?? 'grade'
}
