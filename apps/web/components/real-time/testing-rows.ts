import { type DomainRow, newRow } from './domain-rows.ts'

/** A real-time domain with the task of paper 3: 70 ms of CPU time every 100 ms. */
export function realTimeRow(name: string): DomainRow {
  return { ...newRow(name, true), periodMs: '100', executionMs: '70' }
}

/** Two real-time domains and two others. */
export function someRows(): DomainRow[] {
  return [realTimeRow('rt1'), realTimeRow('rt2'), newRow('vm1'), newRow('vm2')]
}
